import { loadAuth, useAuth } from "../../../browser/auth/state.ts";
import { FULL_NAME_MAX } from "../../../domain/users/model.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkName } from "../../account/frame/checks.ts";
import { problemsOf } from "../../account/frame/failure.ts";

function NameForm() {
  const state = useForm(async (value: Values) => {
    const name = value("full_name").trim();
    const wrong = anyOf({ full_name: checkName(name) });
    if (wrong) return wrong;
    try {
      const { api, auth, profileLoaded } = await loadAuth();
      await api.account.change({ full_name: name });
      await auth.refreshSession();
      await profileLoaded();
      toast({ title: "Name saved", tone: "success" });
      return undefined;
    } catch (error) {
      return problemsOf(error, "The name could not be saved. Please try again.");
    }
  });
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
  return status === "signed-in" && person && !person.name ? <NameForm /> : null;
}
