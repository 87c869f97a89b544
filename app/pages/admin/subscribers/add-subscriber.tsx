import { CONSENT_MAX, newSubscriber } from "../../../domain/subscribers/subscriber.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { addSubscriber, CHANGED_SUBSCRIBERS } from "./queries.ts";

const failure = (message: string) => message;

export function AddSubscriber({ onClose }: { onClose(): void }) {
  const add = useAdminMutation({ call: addSubscriber, success: "Subscriber added", invalidates: CHANGED_SUBSCRIBERS });
  const state = useForm(async (value: Values) => {
    const read = newSubscriber.safeParse({ email: value("email"), consent_text: value("consent_text") });
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
        <TextArea
          label="How they agreed"
          name="consent_text"
          isRequired
          maxLength={CONSENT_MAX}
          readOnly={state.isBusy}
          error={state.errorOf("consent_text")}
          hint="When, where and in which words. It is kept as the record of consent."
        />
        <DialogButtons state={state} label="Add" busyLabel="Adding..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
