import { type TextareaHTMLAttributes, useId } from "react";
import { Description, describedBy } from "./described.tsx";
import { FieldLabel } from "./field-label.tsx";

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  name: string;
  error?: string | undefined;
  /** gives way to an error */
  hint?: string | undefined;
  /** says so next to the label and to screen readers; the browser itself refuses nothing */
  isRequired?: boolean;
};

/** A text of several lines with its label above and its error below; it grows with what is typed where the browser can. */
export function TextArea({ label, error, hint, isRequired, rows = 3, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <FieldLabel field={id} label={label} {...(isRequired && { isRequired })} />
      <div className="field-input">
        <textarea
          {...area}
          rows={rows}
          id={id}
          aria-required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
      </div>
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}
