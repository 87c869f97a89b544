import type { ReactNode } from "react";

/** What is wrong with a form as a whole; said at once. It takes the focus when no field is to blame. */
export function FormAlert({ message, children }: { message: string | undefined; children?: ReactNode }) {
  if (!message) return null;
  return (
    <div className="form-alert" role="alert" tabIndex={-1}>
      <p>{message}</p>
      {children}
    </div>
  );
}
