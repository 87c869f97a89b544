import { useState } from "react";
import { useAuth } from "../../../browser/auth/state.ts";
import { FULL_NAME_MAX } from "../../../domain/users/model.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { saveProfile } from "../../account/frame/save-profile.ts";

function NameForm({ onSaved }: { onSaved(): void }) {
  const state = useForm((value: Values) => saveProfile({ full_name: value("full_name") }, onSaved));
  return (
    <section className="panel" aria-labelledby="name-prompt-title">
      <h2 id="name-prompt-title">What's your name?</h2>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label="Full Name"
          name="full_name"
          autoComplete="name"
          required
          maxLength={FULL_NAME_MAX}
          readOnly={state.isBusy}
          error={state.errorOf("full_name")}
          hint="Readers see it on your articles and comments. You can add a bio in your account."
        />
        <SubmitButton state={state} label="Save name" busyLabel="Saving..." className="" />
      </form>
    </section>
  );
}

/** Asks an admin without a name for one: the account that the first start makes has none. */
export function NamePrompt() {
  const { status, person } = useAuth();
  const [isSaved, setSaved] = useState(false);
  return !isSaved && status === "signed-in" && person && !person.name ? <NameForm onSaved={() => setSaved(true)} /> : null;
}
