import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { dismiss, dismissToast, hold, type Toast, type ToastAction, toastStore } from "./toast.ts";

const NONE: Toast[] = [];

function ActionButton({ id, action: { label, run } }: { id: number; action: ToastAction }) {
  const element = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  // The toast goes while it has the focus: the focus returns to where it was, or to the page's content.
  useLayoutEffect(() => {
    const button = element.current;
    return () => {
      if (!button || document.activeElement !== button) return;
      cameFrom.current?.focus({ preventScroll: true });
      if (document.activeElement === button) document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button
      ref={element}
      type="button"
      className="toast-action"
      aria-keyshortcuts="Control+Z"
      onClick={() => {
        dismiss(id);
        run();
      }}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        hold(id);
      }}
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

function undoByKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
  const newest = toastStore.read().findLast(({ action }) => action);
  if (!isUndo || !newest?.action || event.defaultPrevented || (event.target as Element).closest?.(EDITABLE)) return;
  event.preventDefault();
  dismiss(newest.id);
  newest.action.run();
}

export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE);
  useEffect(() => {
    if (!toasts.some(({ action }) => action)) return;
    addEventListener("keydown", undoByKey);
    return () => removeEventListener("keydown", undoByKey);
  }, [toasts]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // A modal dialog covers the page. The toasts appear above it if they enter the top layer later.
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
          {action ? <ActionButton id={id} action={action} /> : null}
        </li>
      ))}
    </ol>
  );
}
