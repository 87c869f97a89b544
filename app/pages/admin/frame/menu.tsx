import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AdminIcon } from "./admin-icon.tsx";

export type MenuItem = { label: string; onSelect(): void; tone?: "danger"; disabled?: boolean };

type MenuProps = {
  /** the button's name, such as `Actions for Ada` */
  label: string;
  items: readonly MenuItem[];
  /** in place of the three dots */
  children?: ReactNode;
};

const MARGIN = 8;

/** Puts a popover below its button, or above where there is no room below. */
function placePopover(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = at.bottom + 4;
  const top = below + height + MARGIN > innerHeight ? at.top - height - 4 : below;
  const left = Math.min(Math.max(at.right - width, MARGIN), innerWidth - width - MARGIN);
  list.style.top = `${Math.max(top, MARGIN)}px`;
  list.style.left = `${left}px`;
}

const entriesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]:not(:disabled)') ?? []),
];

function useMenuPopover() {
  // A list has a menu for each row, and few are ever opened, so the items render on the first opening.
  const [isDrawn, setDrawn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const show = (at: "first" | "last" = "first") => {
    flushSync(() => setDrawn(true));
    if (!list.current || !button.current) return;
    if (!list.current.matches(":popover-open")) list.current.showPopover();
    placePopover(list.current, button.current);
    entriesOf(list.current)
      .at(at === "first" ? 0 : -1)
      ?.focus();
  };
  const hide = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const entries = entriesOf(list.current);
    const now = entries.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") return hide();
    if (next === undefined || entries.length === 0) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  };
  return { button, list, isDrawn, show, hide, walk };
}

function MenuItems({ items, onChosen }: { items: readonly MenuItem[]; onChosen(): void }) {
  return items.map((item) => (
    <button
      key={item.label}
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={item.disabled}
      className={item.tone === "danger" ? "menu-danger" : undefined}
      onClick={() => {
        onChosen();
        item.onSelect();
      }}
    >
      {item.label}
    </button>
  ));
}

export function Menu({ label, items, children }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { button, list, isDrawn, show, hide, walk } = useMenuPopover();

  return (
    <div className="menu">
      <button
        ref={button}
        type="button"
        className={children ? "small-button" : "icon-button menu-button"}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={children ? undefined : label}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          if (open) hide();
          else show();
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show(event.key === "ArrowDown" ? "first" : "last");
        }}
      >
        {children ?? <AdminIcon name="more" />}
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        className="popover menu-list"
        onKeyDown={walk}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {isDrawn ? <MenuItems items={items} onChosen={hide} /> : null}
      </div>
    </div>
  );
}
