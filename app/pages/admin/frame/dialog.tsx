import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { type FormState, SubmitButton } from "../../../ui/form/use-form.tsx";
import { AdminIcon } from "./admin-icon.tsx";

type DialogButtonsProps = { state: FormState; label: string; busyLabel: string; onCancel(): void };

/** The end of a dialog's form: Cancel, and the button that sends it. */
export function DialogButtons({ onCancel, ...submit }: DialogButtonsProps) {
  return (
    <div className="form-buttons">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <SubmitButton {...submit} />
    </div>
  );
}

type DialogProps = {
  title: string;
  open: boolean;
  onClose(): void;
  /** the buttons; within a form of its own the form brings them */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  children: ReactNode;
};

/** Where the keyboard starts: at the first field, else at the first button that answers. */
const FIRST = [".admin-dialog-body :is(input:not([type=hidden]), select, textarea)", ".admin-dialog-foot button"];

function start(dialog: HTMLDialogElement): void {
  dialog.showModal();
  const first = FIRST.map((selector) => dialog.querySelector<HTMLElement>(selector)).find((found) => found !== null);
  first?.focus();
}

function OpenDialog({ title, onClose, footer, size = "medium", children }: Omit<DialogProps, "open">) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  // While it is still in the page: the browser gives the focus back to where it was when a dialog is closed.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog) start(dialog);
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={`admin-dialog admin-dialog-${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file picker's cancel bubbles up here, too.
        if (event.target !== element.current) return;
        event.preventDefault();
        close.current();
      }}
    >
      <header className="admin-dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <AdminIcon name="close" />
        </button>
      </header>
      <div className="admin-dialog-body">{children}</div>
      {footer ? <footer className="admin-dialog-foot">{footer}</footer> : null}
    </dialog>
  );
}

/**
 * A window over the screen that has the keyboard to itself. Escape and its cross close it; the focus then returns to where
 * it was. Its content begins anew each time it is opened.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}
