import type { ReactNode } from "react";

/** The problem of a form as a whole, announced by screen readers. It gets the focus if no field is invalid. */
export function FormAlert({ message, children }: { message: string | undefined; children?: ReactNode }) {
  if (!message) return null;
  return (
    <div className="form-alert" role="alert" tabIndex={-1}>
      <p>{message}</p>
      {children}
    </div>
  );
}
