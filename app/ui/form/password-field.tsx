import { useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

type PasswordFieldProps = Omit<FieldProps, "type" | "end"> & { autoComplete: "current-password" | "new-password" };

/** A password that can be looked at while it is typed. Pasting is welcome. */
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
          {isShown ? "Hide" : "Show"}
          <span className="sr-only"> {props.label.toLowerCase()}</span>
        </button>
      }
    />
  );
}
