import { type PointerEvent as PressEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { AdminIcon } from "./admin-icon.tsx";
import { Menu } from "./menu.tsx";
import { StepButtons } from "./step-buttons.tsx";

type Drag = { from: number; before: number };

/** `items` with one of them at another index. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const left = items.toSpliced(from, 1);
  return left.toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** Other lists that a row can move to: all of them in their order, and which one this is. */
export type Lists = {
  index: number;
  /** how many rows each has, and what it is called */
  all: readonly { rows: number; name: string }[];
  /** Moves a row to another list, before a row of it. @returns false if there is no room */
  give(from: number, to: number, before: number): boolean;
};

/** The element around each list that takes rows of others. */
export const LIST_ATTRIBUTE = "data-takes-rows";

/** The element around another list at a point of the screen, and its number among them. */
function listAt(own: Element | null, x: number, y: number): { element: Element; index: number } | null {
  const element = document.elementFromPoint(x, y)?.closest(`[${LIST_ATTRIBUTE}]`);
  if (!element || !own || element.contains(own)) return null;
  const all = [...(own.closest("form")?.querySelectorAll(`[${LIST_ATTRIBUTE}]`) ?? [])];
  return all.includes(element) ? { element, index: all.indexOf(element) } : null;
}

/** How many of some rows begin above a height of the screen. */
const rowsAbove = (rows: readonly Element[], y: number) =>
  rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height / 2;
  }).length;

type ListRef = RefObject<HTMLOListElement | null>;

/**
 * Lets a row be dragged by its handle, with a mouse, a pen or a finger. The rows stay where they are until it is dropped; Escape
 * cancels.
 * @param list the element of the list
 * @param drop is called with the old index and the new one
 * @param dropElsewhere is called with the old index, the number of the other list, and the row of it before which it lands
 */
function useDrag(list: ListRef, drop: (from: number, to: number) => void, dropElsewhere?: Lists["give"]) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const start = (
    from: number,
    { pointerId, button, preventDefault }: Pick<PressEvent, "pointerId" | "button" | "preventDefault">,
  ) => {
    if (button !== 0) return;
    const rows = [...(list.current?.children ?? [])];
    const stop = new AbortController();
    let over: Element | null = null;
    const elsewhere = ({ clientX, clientY }: PointerEvent) => (dropElsewhere ? listAt(list.current, clientX, clientY) : null);
    const enter = (element: Element | null) => {
      over?.removeAttribute("data-receives");
      element?.setAttribute("data-receives", "");
      over = element;
    };
    const follow = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      const other = elsewhere(event);
      enter(other?.element ?? null);
      setDrag({ from, before: other ? from : rowsAbove(rows, event.clientY) });
    };
    const end = (event: PointerEvent | null) => {
      stop.abort();
      enter(null);
      setDrag(null);
      if (!event) return;
      const other = elsewhere(event);
      if (other) {
        dropElsewhere?.(from, other.index, rowsAbove([...other.element.querySelectorAll(".sortable-row")], event.clientY));
        return;
      }
      const before = rowsAbove(rows, event.clientY);
      const to = before > from ? before - 1 : before;
      if (to !== from) drop(from, to);
    };
    const { signal } = stop;
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", (event) => event.pointerId === pointerId && end(event), { signal });
    addEventListener("pointercancel", () => end(null), { signal });
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A dialog around the list stays open.
      event.preventDefault();
      end(null);
    };
    addEventListener("keydown", cancel, { signal });
    preventDefault();
  };

  /** How the row shows the drag: `data-drop` is the side on which the dragged one would land. */
  const marks = (index: number, count: number) => {
    if (!drag || drag.before === drag.from || drag.before === drag.from + 1)
      return { "data-dragged": drag?.from === index || undefined };
    const side = drag.before === index ? "before" : drag.before === count && index === count - 1 ? "after" : undefined;
    return { "data-dragged": drag.from === index || undefined, "data-drop": side };
  };
  return { start, marks };
}

type SortableListProps<Item> = {
  /** the name of the list for screen readers */
  name: string;
  items: readonly Item[];
  nameOf(item: Item): string;
  onChange(items: Item[]): void;
  /** the lists that rows can also move to */
  lists?: Lists | undefined;
  /** whether the list has the same rows in any order */
  isFixed?: boolean;
  children(item: Item, index: number): ReactNode;
};

type Moved<Item> = Pick<SortableListProps<Item>, "items" | "nameOf" | "onChange" | "lists">;

/** Moves and removes the rows of a list, and says what was done. */
function useMoves<Item>(list: ListRef, { items, nameOf, onChange, lists }: Moved<Item>) {
  const [said, setSaid] = useState("");
  const give: Lists["give"] = (from, to, before) => {
    const item = items[from];
    const target = lists?.all[to];
    if (!item || !target || !lists) return false;
    const around = list.current?.closest("form")?.querySelectorAll(`[${LIST_ATTRIBUTE}]`)[to];
    const isTaken = lists.give(from, to, before);
    setSaid(
      isTaken ? `${nameOf(item)} is now ${before + 1} of ${target.rows + 1} in ${target.name}.` : `${target.name} is full.`,
    );
    // The row is a new one there, which has to get the focus.
    if (isTaken)
      requestAnimationFrame(() =>
        around?.querySelectorAll(".sortable-row")[before]?.querySelector<HTMLElement>(".sortable-grip")?.focus(),
      );
    return isTaken;
  };
  /** The list that a step beyond the first or the last row leads to. */
  const beyond = (to: number): number | null => {
    const next = lists ? lists.index + (to < 0 ? -1 : 1) : -1;
    return (to < 0 || to >= items.length) && lists?.all[next] ? next : null;
  };
  const move = (from: number, to: number, control?: HTMLElement) => {
    const item = items[from];
    const other = beyond(to);
    if (item && other !== null) give(from, other, to < 0 ? (lists?.all[other]?.rows ?? 0) : 0);
    if (!item || to < 0 || to >= items.length) return;
    onChange(moved(items, from, to));
    setSaid(`${nameOf(item)} is now ${to + 1} of ${items.length}.`);
    // React moves the row in the document, which takes the focus away.
    if (control) requestAnimationFrame(() => control.focus());
  };
  const remove = (index: number, item: Item) => {
    onChange(items.toSpliced(index, 1));
    setSaid(`${nameOf(item)} removed.`);
    list.current?.parentElement?.querySelector<HTMLElement>(".sortable-next")?.focus();
  };
  return { said, give, beyond, move, remove };
}

type GripProps = { name: string; onPress(event: PressEvent): void; onStep(step: number, button: HTMLButtonElement): void };

/** The handle of a row, for the pointer and the arrow keys. */
function Grip({ name, onPress, onStep }: GripProps) {
  return (
    <button
      type="button"
      className="icon-button sortable-grip"
      aria-label={`Move ${name}: drag, or press the up and down arrow keys`}
      title="Drag to move"
      onPointerDown={onPress}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        onStep(step, event.currentTarget);
      }}
    >
      <AdminIcon name="grip" />
    </button>
  );
}

export function AddRowButton({ onAdd, children }: { onAdd(): void; children: ReactNode }) {
  const add = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const around = currentTarget.parentElement;
    onAdd();
    requestAnimationFrame(() =>
      [...(around?.querySelectorAll(".sortable-row") ?? [])].at(-1)?.querySelector<HTMLElement>("input, select")?.focus(),
    );
  };
  return (
    <button type="button" className="small-button sortable-next" onClick={add}>
      <AdminIcon name="plus" />
      {children}
    </button>
  );
}

type RowActionsProps = { name: string; canStep(step: number): boolean; onStep(step: number, control?: HTMLElement): void };

/** What else can be done with a row that can be removed. */
function RowMenu({ name, canStep, onStep, onRemove }: RowActionsProps & { onRemove(): void }) {
  // The menu gives the focus back to its button first.
  const step = (by: number) => () => onStep(by, document.activeElement as HTMLElement);
  return (
    <Menu
      label={`Actions for ${name}`}
      items={[
        { label: "Move up", disabled: !canStep(-1), onSelect: step(-1) },
        { label: "Move down", disabled: !canStep(1), onSelect: step(1) },
        { label: "Remove", tone: "danger", onSelect: onRemove },
      ]}
    />
  );
}

/**
 * Rows that can be put in order: dragged by the handle, by the arrow keys on it, or by a menu or buttons; and removed, unless `isFixed`. With `lists`, the first row goes up
 * into the list before, and the last one down into the list after.
 */
export function SortableList<Item extends { key: string }>({
  name,
  items,
  nameOf,
  onChange,
  lists,
  isFixed = false,
  children,
}: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const { said, give, beyond, move, remove } = useMoves(list, { items, nameOf, onChange, lists });
  const { start, marks } = useDrag(list, (from, to) => move(from, to), lists && give);
  const actionsOf = (item: Item, index: number): RowActionsProps => ({
    name: nameOf(item),
    canStep: (step) => (index + step >= 0 && index + step < items.length) || beyond(index + step) !== null,
    onStep: (step, control) => move(index, index + step, control),
  });
  return (
    <>
      <ol className="sortable" ref={list} aria-label={name}>
        {items.map((item, index) => (
          <li key={item.key} className="sortable-row" {...marks(index, items.length)}>
            <Grip
              name={nameOf(item)}
              onPress={(event) => start(index, { ...event, preventDefault: () => {} })}
              onStep={(step, button) => move(index, index + step, button)}
            />
            <div className="sortable-fields">{children(item, index)}</div>
            <div className="sortable-buttons">
              {isFixed ? (
                <StepButtons {...actionsOf(item, index)} />
              ) : (
                <RowMenu {...actionsOf(item, index)} onRemove={() => remove(index, item)} />
              )}
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
