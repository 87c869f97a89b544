import type { InputHTMLAttributes, ReactNode } from "react";
import { useId } from "react";
import { FieldLabel } from "./field-label.tsx";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  name: string;
  /** what is wrong with what was typed */
  error?: string | undefined;
  /** gives way to an error */
  hint?: ReactNode;
  /** says so next to the label and to screen readers; the browser itself refuses nothing */
  isRequired?: boolean;
  /** stands over the input's end, such as a button */
  end?: ReactNode;
};

/** An input with its label above and its error below, which screen readers read with it. */
export function Field({ label, error, hint, end, isRequired, ...input }: FieldProps) {
  const id = useId();
  const shownHint = error ? undefined : hint;
  const described = [shownHint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <FieldLabel field={id} label={label} {...(isRequired && { isRequired })} />
      <div className="field-input">
        <input
          {...input}
          id={id}
          aria-required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {shownHint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {shownHint}
        </p>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
