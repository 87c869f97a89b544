import { useEffect } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useMayOpen } from "../frame/office-user.ts";

/** The second key after G, and where it goes. */
const GO_TO: Record<string, { name: string; to: string }> = {
  d: { name: "Dashboard", to: adminRoutes.dashboard() },
  p: { name: "Posts", to: adminRoutes.posts() },
  c: { name: "Comments", to: adminRoutes.comments() },
  a: { name: "Web Analytics", to: adminRoutes.analytics() },
  m: { name: "Media", to: adminRoutes.media() },
  s: { name: "Settings", to: adminRoutes.settings() },
};

export const goKeysFor = (mayOpen: (to: string) => boolean) =>
  Object.entries(GO_TO)
    .filter(([, { to }]) => mayOpen(to))
    .map(([key, { name }]) => ({ key: key.toUpperCase(), name }));

/** How long G waits for the second key, in ms. */
const WAIT_MS = 1500;

const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Screens on which C replies, and on which an article is being written. */
const USES_C = /\/admin\/(comments|posts\/|pages\/)/;

/** Whether a plain key is for the screen: nobody types, no modifier is down, and no dialog is open. */
const isForScreen = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
  !(event.target instanceof Element && event.target.closest(FIELD)) &&
  document.querySelector("dialog[open]:not(.drawer)") === null;

/** Plain keys of every screen: G and a letter goes to a screen, C begins a post, and / goes to the search of the list. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (!isForScreen(event)) return;
      const key = event.key.toLowerCase();
      // The time of the press, because a busy page may handle both keys late.
      const isSecond = event.timeStamp - gAt < WAIT_MS;
      gAt = key === "g" && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const search = key === "/" ? document.querySelector<HTMLElement>('main input[type="search"]') : null;
      const to = isSecond ? GO_TO[key]?.to : key === "c" && !USES_C.test(location.pathname) ? adminRoutes.createPost() : null;
      if (!search && !(to && mayOpen(to))) return;
      event.preventDefault();
      // The second key means something else to the list of comments.
      event.stopPropagation();
      search?.focus();
      if (to) void navigate(to);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [navigate, mayOpen]);
}
