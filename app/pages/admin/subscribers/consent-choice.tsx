import { PENDING_DAYS } from "../../../domain/subscribers/subscriber-rules.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import type { FormState } from "../../../ui/form/use-form.tsx";

type ConsentChoiceProps = {
  state: FormState;
  isAsked: boolean;
  onAsked(isAsked: boolean): void;
  labels: { confirmed: string; asked: string };
  /** of the statement; it isn't there for those who are asked */
  statement: { name: string; max: number; hint: string };
  /** about the emails */
  hint: string;
};

/** Either the admin says how they agreed, or each is asked. */
export function ConsentChoice({ state, isAsked, onAsked, labels, statement, hint }: ConsentChoiceProps) {
  const choices = [
    { asked: false, label: labels.confirmed },
    { asked: true, label: labels.asked },
  ];
  return (
    <>
      <fieldset className="consent-choice">
        <legend>Did they agree to get the newsletter?</legend>
        {choices.map(({ asked, label }) => (
          <label key={label}>
            <input
              type="radio"
              name="ask"
              value={String(asked)}
              checked={isAsked === asked}
              disabled={state.isBusy}
              onChange={() => onAsked(asked)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isAsked ? (
        <p className="field-hint">{`${hint} Until they confirm, they get nothing else; after ${PENDING_DAYS} days without an answer they are deleted.`}</p>
      ) : (
        <TextArea
          label="How they agreed"
          name={statement.name}
          isRequired
          maxLength={statement.max}
          readOnly={state.isBusy}
          error={state.errorOf(statement.name)}
          hint={statement.hint}
        />
      )}
    </>
  );
}
