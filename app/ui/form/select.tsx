import { type SelectHTMLAttributes, useId } from "react";
import { Description, describedBy } from "./described.tsx";
import { FieldLabel } from "./field-label.tsx";

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  name: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  error?: string | undefined;
  /** gives way to an error */
  hint?: string | undefined;
  /** says so next to the label and to screen readers; the browser itself refuses nothing */
  isRequired?: boolean;
};

/** A choice from a list with its label above and its error below. */
export function SelectField({ label, options, error, hint, isRequired, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <FieldLabel field={id} label={label} {...(isRequired && { isRequired })} />
      <div className="select field-select">
        <select
          {...select}
          id={id}
          aria-required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}
