import { loadAuth } from "../../../browser/auth/state.ts";
import { FULL_NAME_MAX, MESSAGES } from "../../../domain/auth/model.ts";
import { routes } from "../../../routes.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { anyOf, checkEmail, checkName, checkNewPassword, checkRepeated } from "../frame/checks.ts";
import { rememberedOrigin } from "../frame/destination.ts";
import { problemsOf } from "../frame/failure.ts";
import { NewPasswordFields } from "../frame/new-password-fields.tsx";
import { useAuthReady } from "../frame/use-auth-ready.ts";

type RegisterFormProps = {
  /** the account waits for its address to be confirmed */
  onRegistered(who: { name: string; email: string }): void;
};

const check = (value: Values) =>
  anyOf({
    full_name: checkName(value("full_name")),
    email: checkEmail(value("email")),
    password: checkNewPassword(value("password")),
    repeated: checkRepeated(value("password"), value("repeated")),
  });

/** The four fields of a new account. */
export function RegisterForm({ onRegistered }: RegisterFormProps) {
  useAuthReady();
  const state = useForm(async (value: Values) => {
    const wrong = check(value);
    if (wrong) return wrong;
    const name = value("full_name").trim();
    const email = value("email").trim();
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { data, error } = await auth.signUp({
        email,
        password: value("password"),
        options: {
          data: { full_name: name },
          emailRedirectTo: location.origin + (rememberedOrigin(location.search) ?? routes.home()),
        },
      });
      if (error) throw error;
      if (!data.user?.id) throw new Error(MESSAGES.noSignUpUser);
      if (data.session) await profileLoaded();
      else onRegistered({ name, email });
      return undefined;
    } catch (error) {
      return problemsOf(error, MESSAGES.registrationFailed);
    }
  });
  const field = (name: string) => ({ name, required: true, readOnly: state.isBusy, error: state.errorOf(name) });

  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field label="Full Name" autoComplete="name" maxLength={FULL_NAME_MAX} {...field("full_name")} />
      <Field label="Email" type="email" autoComplete="username" {...field("email")} />
      <NewPasswordFields state={state} />
      <SubmitButton state={state} label="Create Account" busyLabel="Creating account..." />
    </form>
  );
}
