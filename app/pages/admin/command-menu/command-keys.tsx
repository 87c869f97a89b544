import { lazy, Suspense, useEffect, useState } from "react";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import type { MenuView } from "./commands.ts";

const load = () => import("./command-menu.tsx");
const CommandMenu = lazy(async () => ({ default: (await load()).CommandMenu }));
const KeyList = lazy(async () => ({ default: (await load()).KeyList }));

const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const OPEN = "skylark:commands";

/** Opens the command menu. */
const openCommands = (view: MenuView = "commands"): void => {
  dispatchEvent(new CustomEvent(OPEN, { detail: view }));
};

/** Which view a key opens. In the text of an article, Ctrl+K makes a link, so Ctrl+Shift+K opens the menu there, too. */
function viewOf(event: KeyboardEvent): MenuView | null {
  if (event.defaultPrevented || event.altKey) return null;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") return "commands";
  const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
  return event.key === "?" && !isTyping && !event.ctrlKey && !event.metaKey ? "keys" : null;
}

/** Opens the command menu by its keys. The menu's code is loaded while the browser is idle, so that it opens at once. */
export function CommandKeys({ admin }: { admin: Person }) {
  const [view, setView] = useState<MenuView | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), 1500);
    const onKey = (event: KeyboardEvent) => {
      const asked = viewOf(event);
      // A question that waits for an answer keeps the keyboard.
      if (asked === null || document.querySelector("dialog[open]:not(.drawer)")) return;
      event.preventDefault();
      setView(asked);
    };
    const onOpen = (event: Event) => setView((event as CustomEvent<MenuView>).detail);
    addEventListener("keydown", onKey);
    addEventListener(OPEN, onOpen);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
      removeEventListener(OPEN, onOpen);
    };
  }, []);
  const close = () => setView(null);
  return (
    <Suspense fallback={null}>
      {view === "commands" ? <CommandMenu key={admin.id} onClose={close} onView={setView} /> : null}
      {view === "keys" ? <KeyList onClose={close} /> : null}
    </Suspense>
  );
}

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button in the sidebar. */
export function CommandButton() {
  return (
    <button
      type="button"
      className="side-search"
      aria-keyshortcuts="Control+K Meta+K"
      data-tip={`Go to… (${isMac ? "⌘K" : "Ctrl K"})`}
      onClick={() => openCommands()}
    >
      <AdminIcon name="search" />
      <span className="side-label">Go to…</span>
      <kbd className="side-label">{isMac ? "⌘K" : "Ctrl K"}</kbd>
    </button>
  );
}
