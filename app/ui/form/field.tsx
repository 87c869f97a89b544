import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { isEnglish } from "../../texts/texts.ts";
import { texts } from "../texts.ts";

/** `isRequired` is shown next to the label and isn't part of the field's name. */
export function FieldLabel({ field, label, isRequired = false }: { field: string; label: string; isRequired?: boolean }) {
  if (!isRequired) return <label htmlFor={field}>{label}</label>;
  return (
    <div className="field-label">
      <label htmlFor={field}>{label}</label>
      {/* Screen readers learn this from the field itself. */}
      <span className="field-required" aria-hidden="true">
        required
      </span>
    </div>
  );
}

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  name: string;
  error?: string | undefined;
  /** hidden while there is an error */
  hint?: ReactNode;
  /** shown next to the label and to screen readers; the browser doesn't enforce it */
  isRequired?: boolean;
  /** shown at the end of the input, such as a button */
  end?: ReactNode;
};

/** Screen readers read hint or error with the input. */
export function Field({ label, error, hint, end, isRequired, ...input }: FieldProps) {
  const id = useId();
  const shownHint = error ? undefined : hint;
  const described = [shownHint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <FieldLabel field={id} label={label} {...(isRequired && { isRequired })} />
      <div className="field-input">
        <input
          dir={input.type === undefined || input.type === "text" ? "auto" : undefined}
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

type PasswordFieldProps = Omit<FieldProps, "type" | "end"> & { autoComplete: "current-password" | "new-password" };

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button type="button" className="field-toggle needs-script" onClick={() => setShown(!isShown)}>
          {isShown ? texts.hidePassword : texts.showPassword}
          <span className="sr-only"> {isEnglish() ? props.label.toLowerCase() : props.label}</span>
        </button>
      }
    />
  );
}
