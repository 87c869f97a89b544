import { useState } from "react";
import { SUPPRESSION_TEXT_MAX, type Suppressed, suppressionList } from "../../../domain/subscribers/subscriber.ts";
import { SelectField, TextArea } from "../../../ui/form/described-fields.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_SUBSCRIBERS, suppressAddresses } from "./queries.ts";
import { addressCount, REASONS } from "./subscriber-words.ts";

const OPTIONS = (["hard bounce", "complaint", "by hand"] as const).map((value) => ({ value, label: REASONS[value] }));

function Result({ of: { suppressed, unchanged, not_addresses }, onClose }: { of: Suppressed; onClose(): void }) {
  const done = (
    <button type="button" className="button button-solid" onClick={onClose}>
      Done
    </button>
  );
  return (
    <Dialog title="Suppress addresses" open onClose={onClose} footer={done}>
      <p>
        {addressCount(suppressed)} suppressed.{" "}
        {unchanged > 0 ? `${addressCount(unchanged)} got nothing before either: suppressed, left or erased.` : null}
      </p>
      {not_addresses.length > 0 ? (
        <>
          <p>Lines without an email address:</p>
          <ul className="subscriber-lines">
            {not_addresses.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  );
}

const failure = (message: string) => message;

/** Takes a list or a whole report, such as one of bounces. */
export function SuppressAddresses({ onClose }: { onClose(): void }) {
  const [result, setResult] = useState<Suppressed | null>(null);
  const suppress = useAdminMutation({ call: suppressAddresses, invalidates: CHANGED_SUBSCRIBERS });
  const state = useForm(async (value: Values) => {
    const read = suppressionList.safeParse({ text: value("text"), suppressed_for: value("suppressed_for") });
    if (!read.success) return schemaProblems(read.error);
    try {
      setResult(await suppress.mutateAsync(read.data));
      return undefined;
    } catch (error) {
      return serverProblems(error, failure);
    }
  });
  if (result) return <Result of={result} onClose={onClose} />;
  return (
    <Dialog title="Suppress addresses" open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <p>Nothing is sent to them any more, and no import brings them in.</p>
        <TextArea
          label="Email addresses"
          name="text"
          rows={6}
          isRequired
          maxLength={SUPPRESSION_TEXT_MAX}
          readOnly={state.isBusy}
          error={state.errorOf("text")}
          hint="Paste a list or a whole report; the addresses in it are found."
        />
        <SelectField label="Reason" name="suppressed_for" options={OPTIONS} defaultValue="hard bounce" />
        <DialogButtons state={state} label="Suppress" busyLabel="Suppressing..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
