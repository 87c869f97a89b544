import { type TextareaHTMLAttributes, useId } from "react";
import { Description, describedBy } from "./described.tsx";

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  name: string;
  error?: string | undefined;
  /** gives way to an error */
  hint?: string | undefined;
};

/** A text of several lines with its label above and its error below; it grows with what is typed where the browser can. */
export function TextArea({ label, error, hint, rows = 3, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-input">
        <textarea
          {...area}
          rows={rows}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
      </div>
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}
