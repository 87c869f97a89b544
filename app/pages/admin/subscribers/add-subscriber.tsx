import { useState } from "react";
import { CONSENT_MAX, newSubscriber } from "../../../domain/subscribers/subscriber.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { ConsentChoice } from "./consent-choice.tsx";
import { addSubscriber, CHANGED_SUBSCRIBERS } from "./queries.ts";

const failure = (message: string) => message;

export function AddSubscriber({ onClose }: { onClose(): void }) {
  const [isAsked, setAsked] = useState(false);
  const success = isAsked ? "Confirmation queued" : "Subscriber added";
  const add = useAdminMutation({ call: addSubscriber, success, invalidates: CHANGED_SUBSCRIBERS });
  const state = useForm(async (value: Values) => {
    const read = newSubscriber.safeParse({
      email: value("email"),
      ...(isAsked ? { ask: true } : { consent_text: value("consent_text") }),
    });
    if (!read.success) return schemaProblems(read.error);
    try {
      await add.mutateAsync(read.data);
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, failure, { field: "email" });
    }
  });
  return (
    <Dialog title="Add subscriber" open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          required
          readOnly={state.isBusy}
          error={state.errorOf("email")}
        />
        <ConsentChoice
          state={state}
          isAsked={isAsked}
          onAsked={setAsked}
          labels={{ confirmed: "Yes. Add them as confirmed", asked: "Ask them to confirm" }}
          statement={{
            name: "consent_text",
            max: CONSENT_MAX,
            hint: "When, where and in which words. It is kept as the record of consent.",
          }}
          hint="They get an email with a link that confirms."
        />
        <DialogButtons
          state={state}
          label={isAsked ? "Ask" : "Add"}
          busyLabel={isAsked ? "Asking..." : "Adding..."}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
