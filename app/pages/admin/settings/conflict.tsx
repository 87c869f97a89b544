import { useState } from "react";
import type { SettingsState } from "../../../domain/settings/model.ts";
import { Dialog } from "../frame/dialog.tsx";
import { labelOf } from "./groups.ts";
import type { SettingsAnswer } from "./queries.ts";
import { differing, type FormValues, toValues } from "./values.ts";

type ConflictProps = {
  mine: FormValues;
  /** what both started from */
  base: SettingsState;
  theirs: SettingsAnswer;
  /** saves what was chosen */
  settle(wanted: FormValues): void;
  close(): void;
};

const shown = (value: string | boolean | undefined) => {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return value === undefined || value === "" ? "(empty)" : value;
};

type ChoiceProps = { name: string; mine: FormValues; theirs: FormValues; side: Side; onChoose(side: Side): void };
type Side = "mine" | "theirs";

/** One field's two values, of which one is to stay. */
function Choice({ name, mine, theirs, side, onChoose }: ChoiceProps) {
  const options = [
    { value: "mine", label: "Yours", text: shown(mine.fields[name]) },
    { value: "theirs", label: "Saved by somebody else", text: shown(theirs.fields[name]) },
  ] as const;
  return (
    <fieldset className="conflict-field">
      <legend>{labelOf(name)}</legend>
      {options.map(({ value, label, text }) => (
        <label key={value} className="conflict-side">
          <input type="radio" name={`conflict-${name}`} checked={side === value} onChange={() => onChoose(value)} />
          <span>
            <span className="row-note">{label}</span>
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Somebody else has saved since this form was opened: their values beside mine, one of each to choose. What only they have
 * changed is theirs unless chosen otherwise.
 */
export function Conflict({ mine, base, theirs: read, settle, close }: ConflictProps) {
  const theirs = toValues(read);
  const own = new Set(differing(mine, toValues(base)));
  const names = differing(mine, theirs);
  const [sides, setSides] = useState<Record<string, Side>>({});
  const sideOf = (name: string): Side => sides[name] ?? (own.has(name) ? "mine" : "theirs");
  const choose = () => {
    const fields = names.map((name) => [name, (sideOf(name) === "mine" ? mine : theirs).fields[name] ?? ""]);
    const chosen = sideOf("postsPerPage") === "mine" && own.has("postsPerPage") ? mine.chosen : theirs.chosen;
    settle({ fields: { ...theirs.fields, ...Object.fromEntries(fields) }, chosen });
  };
  return (
    <Dialog
      title="Somebody else has saved these settings"
      open
      size="large"
      onClose={close}
      footer={
        <>
          <button type="button" className="button" onClick={close}>
            Back to the form
          </button>
          <button type="button" className="button button-solid" onClick={choose}>
            Save my choices
          </button>
        </>
      }
    >
      <p>
        {names.length > 0
          ? "Nothing was saved yet, and nothing you typed is lost. Choose what is to stay wherever the two differ."
          : "They have saved the same values that stand in your form."}
      </p>
      {names.map((name) => (
        <Choice
          key={name}
          name={name}
          mine={mine}
          theirs={theirs}
          side={sideOf(name)}
          onChoose={(side) => setSides((before) => ({ ...before, [name]: side }))}
        />
      ))}
    </Dialog>
  );
}
