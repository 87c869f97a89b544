import { useEffect, useRef, useState } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "./admin-icon.tsx";
import { Dialog } from "./dialog.tsx";
import { takeLostFocus } from "./use-lost-focus.ts";

/** A filter that somebody has named: `search` is the list's query string. */
type SavedFilter = { name: string; search: string };

const NAME_MAX = 40;
const keyOf = (list: string) => `skylark.filters.${list}`;

function readFilters(list: string): SavedFilter[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.name === "string" && typeof one?.search === "string") : [];
  } catch {
    return [];
  }
}

function writeFilters(list: string, filters: SavedFilter[]): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(filters));
  } catch {
    // Without storage, filters are kept until the screen is left.
  }
}

function NameDialog({ onSave, onClose }: { onSave(name: string): void; onClose(): void }) {
  return (
    <Dialog title="Save filter" open size="small" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
          if (name) onSave(name);
        }}
      >
        <Field label="Name" name="name" required maxLength={NAME_MAX} autoComplete="off" />
        <div className="form-buttons">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-solid">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type SavedFiltersProps = {
  /** names the list in this browser's storage */
  list: string;
  /** the address of the list with its present filters, on its first page */
  address: string;
};

export function SavedFilters({ list, address }: SavedFiltersProps) {
  const [filters, setFilters] = useState(() => readFilters(list));
  const [isNaming, setNaming] = useState(false);
  const isChanged = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the focus goes to the new filter, or to what is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are what took the focus away
  useEffect(() => {
    if (!isChanged.current) return;
    isChanged.current = false;
    const left = ['[aria-current="true"]', ".small-button", ".chip"].map((one) => box.current?.querySelector<HTMLElement>(one));
    takeLostFocus(left.find(Boolean) ?? document.getElementById("main"));
  }, [filters]);
  const [path, search = ""] = address.split("?");
  const isSaved = filters.some((one) => one.search === search);
  const change = (next: SavedFilter[]) => {
    writeFilters(list, next);
    setFilters(next);
    isChanged.current = true;
  };
  const save = (name: string) => {
    change([...filters.filter((one) => one.name !== name), { name, search }]);
    setNaming(false);
  };
  if (filters.length === 0 && search === "") return null;
  return (
    <div ref={box} className="saved-filters">
      {filters.length > 0 ? (
        <ul aria-label="Saved filters">
          {filters.map((one) => (
            <li key={one.name}>
              <Link
                className="chip"
                to={`${path}?${one.search}`}
                preventScrollReset
                aria-current={one.search === search ? "true" : undefined}
              >
                {one.name}
              </Link>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove the filter ${one.name}`}
                onClick={() => change(filters.filter((other) => other !== one))}
              >
                <AdminIcon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {search === "" || isSaved ? null : (
        <button type="button" className="small-button" onClick={() => setNaming(true)}>
          Save filter
        </button>
      )}
      {isNaming ? <NameDialog onSave={save} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}
