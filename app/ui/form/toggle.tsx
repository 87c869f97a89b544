import { type InputHTMLAttributes, useId } from "react";
import { Description, describedBy } from "./described.tsx";

type ToggleProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> & {
  label: string;
  error?: string | undefined;
  /** gives way to an error */
  hint?: string | undefined;
};

/** Something that is on or off; a checkbox that says so. */
export function Toggle({ label, error, hint, ...input }: ToggleProps) {
  const id = useId();
  return (
    <div className="toggle">
      <div>
        <label htmlFor={id}>{label}</label>
        <Description id={id} hint={hint} error={error} />
      </div>
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </div>
  );
}
