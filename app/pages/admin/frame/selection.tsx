import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from "react";
import { TABLE } from "./texts.ts";

const NONE: ReadonlySet<string> = new Set();

export type Selection = {
  /** the ids of the selected rows on this page */
  selected: ReadonlySet<string>;
  /** selects exactly these rows */
  onChange(next: ReadonlySet<string>): void;
  /** selects or deselects a row. Always the same function, so that other rows don't render again */
  toggle(id: string): void;
  /** deselects all rows */
  clear(): void;
};

/**
 * The selected rows. Only visible rows count, so that nobody deletes what they can't see.
 * @param ids of the visible rows
 * @param list a name for the list; another name clears the selection
 */
export function useSelection(ids: readonly string[], list = ""): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const [chosenIn, setChosenIn] = useState(list);
  if (chosenIn !== list) {
    setChosenIn(list);
    setChosen(NONE);
  }
  const selected = useMemo(() => new Set(ids.filter((id) => chosen.has(id))), [ids, chosen]);
  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => setChosen(NONE), []);
  return { selected, onChange: setChosen as (next: ReadonlySet<string>) => void, toggle, clear };
}

/** The actions for the selected rows. Hidden while none is selected. */
export function BulkBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  const isOpen = count > 0;
  // The bar opens over the last rows in sight: the one that was just selected is scrolled out from behind it.
  useLayoutEffect(() => {
    if (isOpen) document.activeElement?.closest("tbody tr, li")?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <div className="bulk-bar" data-open={isOpen || undefined}>
      <p role="status">{isOpen ? TABLE.selected(count) : ""}</p>
      {isOpen ? (
        <>
          {children}
          <button type="button" className="small-button" onClick={onClear}>
            {TABLE.clearSelection}
          </button>
        </>
      ) : null}
    </div>
  );
}
