import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Toast, toastStore } from "./toast.ts";

const NONE: Toast[] = [];

/** Where toasts appear; announced politely by screen readers. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // A modal dialog covers the page, and what is to be seen over it has to come after it into the top layer.
    const isCovered = toasts.length > 0 && document.querySelector("dialog:modal") !== null;
    const element = list.current;
    if (!element) return;
    element.popover = isCovered ? "manual" : null;
    if (isCovered && !element.matches(":popover-open")) element.showPopover();
  }, [toasts]);
  return (
    <ol ref={list} className="toaster" aria-live="polite" aria-relevant="additions" aria-label="Notifications">
      {toasts.map(({ id, title, description, tone }) => (
        <li key={id} className={`toast toast-${tone}`}>
          <strong>{title}</strong>
          {description ? <span>{description}</span> : null}
        </li>
      ))}
    </ol>
  );
}
