import { useQueryClient } from "@tanstack/react-query";
import { loadAuth } from "../../../browser/auth/state.ts";
import { type Account, BIO_MAX, FULL_NAME_MAX } from "../../../domain/users/model.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkName } from "../frame/checks.ts";
import { problemsOf } from "../frame/failure.ts";
import { accountQuery } from "./queries.ts";

/** Changes the name and, for those who write articles, the bio. The session is renewed, because it carries the name too. */
export function NameForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const isAuthor = account.role === "admin";
  const state = useForm(async (value: Values) => {
    const name = value("full_name").trim();
    const wrong = anyOf({ full_name: checkName(name) });
    if (wrong) return wrong;
    try {
      const { api, auth, profileLoaded } = await loadAuth();
      queryClient.setQueryData(
        accountQuery().queryKey,
        await api.account.change({ full_name: name, ...(isAuthor && { bio: value("bio") }) }),
      );
      await auth.refreshSession();
      await profileLoaded();
      toast({ title: "Name saved", tone: "success" });
      return undefined;
    } catch (error) {
      return problemsOf(error, "The name could not be saved. Please try again.");
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field
        label="Full Name"
        name="full_name"
        autoComplete="name"
        maxLength={FULL_NAME_MAX}
        defaultValue={account.full_name ?? ""}
        required
        readOnly={state.isBusy}
        error={state.errorOf("full_name")}
      />
      {isAuthor ? (
        <TextArea
          label="Bio"
          name="bio"
          maxLength={BIO_MAX}
          defaultValue={account.bio}
          readOnly={state.isBusy}
          error={state.errorOf("bio")}
          hint="One or two sentences about you, shown under your articles."
        />
      ) : null}
      <SubmitButton state={state} label="Save name" busyLabel="Saving..." className="" />
    </form>
  );
}
