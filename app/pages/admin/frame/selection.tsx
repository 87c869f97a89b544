import { type ReactNode, useCallback, useMemo, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

export type Selection = {
  /** the ids of the rows in sight that are chosen */
  selected: ReadonlySet<string>;
  /** chooses these rows and no others */
  onChange(next: ReadonlySet<string>): void;
  /** chooses a row, or lets it go; the same function all the time, so that other rows needn't be drawn again */
  toggle(id: string): void;
  /** chooses none */
  clear(): void;
};

/**
 * The rows that are chosen; only those in sight count, so that nobody deletes what they can't see.
 * @param ids of the rows in sight
 * @param list what names the list, where another list begins with none of its rows chosen
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

/** What can be done with the rows that are chosen; away while none is. */
export function BulkBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  return (
    <div className="bulk-bar" data-open={count > 0 || undefined}>
      <p role="status">{count > 0 ? `${count} selected` : ""}</p>
      {count > 0 ? (
        <>
          {children}
          <button type="button" className="small-button" onClick={onClear}>
            Clear selection
          </button>
        </>
      ) : null}
    </div>
  );
}
