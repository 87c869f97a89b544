import { useEffect, useRef, useSyncExternalStore } from "react";
import { dismiss, dismissToast, hold, type Toast, type ToastAction, toastStore } from "./toast.ts";

const NONE: Toast[] = [];

/** The button in a toast; the toast stays while the pointer or the keyboard is on it. */
function Act({ id, action: { label, run } }: { id: number; action: ToastAction }) {
  return (
    <button
      type="button"
      className="toast-action"
      aria-keyshortcuts="Control+Z"
      onClick={() => {
        dismiss(id);
        run();
      }}
      onFocus={() => hold(id)}
      onBlur={() => dismissToast(id)}
      onPointerEnter={() => hold(id)}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.matches(":focus")) dismissToast(id);
      }}
    >
      {label}
    </button>
  );
}

const EDITABLE = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** Ctrl+Z (or Command+Z) does what the newest toast offers, unless something is being typed. */
function undoByKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
  const newest = toastStore.read().findLast(({ action }) => action);
  if (!isUndo || !newest?.action || event.defaultPrevented || (event.target as Element).closest?.(EDITABLE)) return;
  event.preventDefault();
  dismiss(newest.id);
  newest.action.run();
}

/** Where toasts appear; announced politely by screen readers. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE);
  useEffect(() => {
    if (!toasts.some(({ action }) => action)) return;
    addEventListener("keydown", undoByKey);
    return () => removeEventListener("keydown", undoByKey);
  }, [toasts]);
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
      {toasts.map(({ id, title, description, tone, action }) => (
        <li key={id} className={`toast toast-${tone}`} data-action={action ? "" : undefined}>
          <strong>{title}</strong>
          {description ? <span>{description}</span> : null}
          {action ? <Act id={id} action={action} /> : null}
        </li>
      ))}
    </ol>
  );
}
