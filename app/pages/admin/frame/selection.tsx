import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

export type Selection = {
  /** the ids of the selected rows on this page */
  selected: ReadonlySet<string>;
  onChange(next: ReadonlySet<string>): void;
  /** selects or deselects a row. Always the same function, so that other rows don't render again */
  toggle(id: string): void;
  clear(): void;
};

/**
 * The selected rows. Only visible rows count, so that nobody deletes what they can't see.
 * @param rows the visible rows; undefined until they are loaded
 * @param keyOf always the same function
 * @param list a name for the list; another name clears the selection
 */
export function useSelection<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string, list = ""): Selection {
  const ids = useMemo(() => (rows ?? []).map(keyOf), [rows, keyOf]);
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

/** A message with two lines, and the space around it, in pixels. */
const MESSAGE_ROOM = 120;

/**
 * Tells the styles how much of the window the bar takes, so that focused rows and messages aren't behind it or over it: it has several
 * lines on phones, and leaves the window's lower edge at the end of the list.
 */
function useRoomAround(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    if (!isOpen || !current) return;
    const { style } = document.documentElement;
    const measure = () => {
      const { top, bottom, height } = current.getBoundingClientRect();
      const isClear = innerHeight - bottom > MESSAGE_ROOM;
      style.setProperty("--bulk-bar", `${height}px`);
      style.setProperty("--under-messages", isClear ? "0px" : `${innerHeight - top}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(document.documentElement);
    addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", measure);
      style.removeProperty("--bulk-bar");
      style.removeProperty("--under-messages");
    };
  }, [isOpen]);
  return bar;
}

export function BulkBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  const isOpen = count > 0;
  const bar = useRoomAround(isOpen);
  // The bar opens over the last rows in sight: the one that was just selected is scrolled out from behind it.
  useLayoutEffect(() => {
    if (isOpen) document.activeElement?.closest("tbody tr, li")?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <div ref={bar} className="bulk-bar" data-open={isOpen || undefined}>
      <p role="status">{isOpen ? `${count} selected` : ""}</p>
      {isOpen ? (
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
