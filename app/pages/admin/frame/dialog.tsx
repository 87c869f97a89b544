import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { type FormState, SubmitButton } from "../../../ui/form/use-form.tsx";
import { AdminIcon } from "./admin-icon.tsx";

type DialogButtonsProps = { state: FormState; label: string; busyLabel: string; onCancel(): void };

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
  /** the buttons; a dialog with a form has them in the form */
  footer?: ReactNode;
  /** `sheet`: at the window's upper edge, on phones at the lower one */
  size?: "small" | "medium" | "large" | "sheet";
  children: ReactNode;
};

/** The initial focus: the first field that is in sight, or else the first button of the footer. */
const FIRST = [".admin-dialog-body :is(input:not([type=hidden], [type=file]), select, textarea)", ".admin-dialog-foot button"];

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
  // Closed while it is still in the page, so that the browser restores the focus.
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
        // The cancel event of a file picker bubbles up here, too.
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

/** A modal dialog. Escape and the close button close it and restore the focus. Its content mounts again each time it opens. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}
