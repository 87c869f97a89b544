import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Description, describedBy } from "./described.tsx";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  error?: string | undefined;
  /** gives way to an error */
  hint?: string | undefined;
};

/** Something that may be ticked, with its label beside it. */
export function Checkbox({ label, error, hint, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox">
      <label htmlFor={id}>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
        <span>{label}</span>
      </label>
      <Description id={id} hint={hint} error={error} />
    </div>
  );
}
