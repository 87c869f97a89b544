import { useCallback, useEffect, useState } from "react";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import type { MenuView } from "./commands.ts";
import { useGoKeys } from "./go-keys.ts";

type Views = typeof import("./command-menu.tsx");

const UNREACHED = {
  title: "The menu couldn’t be loaded",
  description: "Check your connection, then press the keys again.",
  tone: "error",
} as const;

/**
 * The menu's code, once it is there. It is loaded while the browser is idle, or sooner if the menu is asked for or
 * likely to be.
 */
function useViews(isAsked: boolean, isLikely: boolean): Views | null {
  const [views, setViews] = useState<Views | null>(null);
  useEffect(() => {
    // Without React's `lazy`, which shows what it has loaded up to 300 ms late.
    const load = () => import("./command-menu.tsx").then(setViews);
    if (isAsked) load().catch(() => toast(UNREACHED));
    else {
      const timer = setTimeout(() => void load().catch(() => {}), isLikely ? 0 : IDLE_MS);
      return () => clearTimeout(timer);
    }
  }, [isAsked, isLikely]);
  return views;
}

/** How long a screen has been open before the menu's code is loaded, in ms. */
const IDLE_MS = 1500;

const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const OPEN = "skylark:commands";

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

export function CommandKeys({ admin }: { admin: Person }) {
  const [view, setView] = useState<MenuView | null>(null);
  // A key that often precedes another one fetches the code early.
  const [isLikely, setLikely] = useState(false);
  // After each use the menu is rendered from new, for the next one.
  const [uses, setUses] = useState(0);
  const views = useViews(view !== null, isLikely);
  useGoKeys();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") setLikely(true);
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
      removeEventListener("keydown", onKey);
      removeEventListener(OPEN, onOpen);
    };
  }, []);
  const close = useCallback(() => {
    setView(null);
    setUses((before) => before + 1);
  }, []);
  if (views === null) return null;
  const { CommandMenu, KeyList } = views;
  return (
    <>
      <CommandMenu key={`${admin.id} ${uses}`} isOpen={view === "commands"} onClose={close} onView={setView} />
      {view === "keys" ? <KeyList onClose={close} /> : null}
    </>
  );
}

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

export function CommandButton() {
  const keys = isMac ? "⌘K" : "Ctrl K";
  return (
    <button
      type="button"
      className="side-search"
      aria-keyshortcuts="Control+K Meta+K"
      data-tip={`Go to... (${keys})`}
      onClick={() => openCommands()}
    >
      <AdminIcon name="search" />
      <span className="side-label">Go to...</span>
      <kbd className="side-label">{keys}</kbd>
    </button>
  );
}
