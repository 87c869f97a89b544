import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from "react";
import { FieldLabel } from "./field.tsx";

const describedBy = (id: string, { hint, error }: { hint?: string | undefined; error?: string | undefined }) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined;

function Description({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  if (error) {
    return (
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    );
  }
  return hint ? (
    <p className="field-hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null;
}

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  name: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  error?: string | undefined;
  /** hidden while there is an error */
  hint?: string | undefined;
  /** shown next to the label and to screen readers; the browser doesn't enforce it */
  isRequired?: boolean;
};

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

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  name: string;
  error?: string | undefined;
  /** hidden while there is an error */
  hint?: string | undefined;
  /** shown next to the label and to screen readers; the browser doesn't enforce it */
  isRequired?: boolean;
};

/** Grows with the text if the browser supports that. */
export function TextArea({ label, error, hint, isRequired, rows = 3, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <FieldLabel field={id} label={label} {...(isRequired && { isRequired })} />
      <div className="field-input">
        <textarea
          dir="auto"
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

type ToggleProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> & {
  label: string;
  error?: string | undefined;
  /** hidden while there is an error */
  hint?: string | undefined;
};

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

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  error?: string | undefined;
  /** hidden while there is an error */
  hint?: string | undefined;
};

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
