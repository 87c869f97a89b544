import { type SelectHTMLAttributes, useId } from "react";
import { Description, describedBy } from "./described.tsx";

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  name: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  error?: string | undefined;
  /** gives way to an error */
  hint?: string | undefined;
};

/** A choice from a list with its label above and its error below. */
export function SelectField({ label, options, error, hint, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select field-select">
        <select {...select} id={id} aria-invalid={error ? true : undefined} aria-describedby={describedBy(id, { hint, error })}>
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
