import { type PointerEvent as PressEvent, type ReactNode, useRef, useState } from "react";
import { AdminIcon } from "../frame/admin-icon.tsx";

/** Where a dragged row would land: before the row with this index. */
type Drag = { from: number; before: number };

/** `items` with one of them at another index. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const left = items.toSpliced(from, 1);
  return left.toSpliced(to, 0, ...items.slice(from, from + 1));
}

/**
 * Lets a row be dragged by its handle, with a mouse, a pen or a finger. The rows stay where they are until it is dropped; Escape
 * cancels.
 * @param drop is told the old index and the new one
 */
function useDrag(drop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const start = (
    from: number,
    { pointerId, button, preventDefault }: Pick<PressEvent, "pointerId" | "button" | "preventDefault">,
  ) => {
    if (button !== 0) return;
    const rows = [...(list.current?.children ?? [])];
    const beforeAt = (y: number) =>
      rows.filter((row) => {
        const { top, height } = row.getBoundingClientRect();
        return y > top + height / 2;
      }).length;
    const stop = new AbortController();
    const follow = (event: PointerEvent) => event.pointerId === pointerId && setDrag({ from, before: beforeAt(event.clientY) });
    const end = (event: PointerEvent | null) => {
      stop.abort();
      setDrag(null);
      if (!event) return;
      const before = beforeAt(event.clientY);
      const to = before > from ? before - 1 : before;
      if (to !== from) drop(from, to);
    };
    const { signal } = stop;
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", (event) => event.pointerId === pointerId && end(event), { signal });
    addEventListener("pointercancel", () => end(null), { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && end(null), { signal });
    preventDefault();
  };

  /** How the row shows the drag: `data-drop` is the side on which the dragged one would land. */
  const marks = (index: number, count: number) => {
    if (!drag || drag.before === drag.from || drag.before === drag.from + 1)
      return { "data-dragged": drag?.from === index || undefined };
    const side = drag.before === index ? "before" : drag.before === count && index === count - 1 ? "after" : undefined;
    return { "data-dragged": drag.from === index || undefined, "data-drop": side };
  };
  return { list, start, marks };
}

type SortableListProps<Item> = {
  /** the name of the list for screen readers */
  name: string;
  items: readonly Item[];
  nameOf(item: Item): string;
  onChange(items: Item[]): void;
  children(item: Item, index: number): ReactNode;
};

/** Rows that can be put in order: dragged by the handle, by the arrow keys on it, or by buttons; and removed. */
export function SortableList<Item extends { key: string }>({ name, items, nameOf, onChange, children }: SortableListProps<Item>) {
  const [said, setSaid] = useState("");
  const move = (from: number, to: number, control?: HTMLElement) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length) return;
    onChange(moved(items, from, to));
    setSaid(`${nameOf(item)} is now ${to + 1} of ${items.length}.`);
    // React moves the row in the document, which takes the focus away.
    if (control) requestAnimationFrame(() => control.focus());
  };
  const { list, start, marks } = useDrag((from, to) => move(from, to));
  const remove = (index: number, item: Item) => {
    onChange(items.toSpliced(index, 1));
    setSaid(`${nameOf(item)} is removed.`);
    list.current?.parentElement?.querySelector<HTMLElement>(".sortable-next")?.focus();
  };
  return (
    <>
      <ol className="sortable" ref={list} aria-label={name}>
        {items.map((item, index) => (
          <li key={item.key} className="sortable-row" {...marks(index, items.length)}>
            <button
              type="button"
              className="icon-button sortable-grip"
              aria-label={`Move ${nameOf(item)}: drag, or press the up and down arrow keys`}
              title="Drag to move"
              onPointerDown={(event) => start(index, { ...event, preventDefault: () => {} })}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (!step) return;
                event.preventDefault();
                move(index, index + step, event.currentTarget);
              }}
            >
              <AdminIcon name="grip" />
            </button>
            <div className="sortable-fields">{children(item, index)}</div>
            <div className="sortable-buttons">
              {([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${nameOf(item)} ${step < 0 ? "up" : "down"}`}
                  aria-disabled={index + step < 0 || index + step >= items.length || undefined}
                  onClick={(event) => move(index, index + step, event.currentTarget)}
                >
                  <AdminIcon name={step < 0 ? "up" : "down"} />
                </button>
              ))}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${nameOf(item)}`}
                onClick={() => remove(index, item)}
              >
                <AdminIcon name="trash" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}
