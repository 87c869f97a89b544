import { useQueryClient } from "@tanstack/react-query";
import { type Account, BIO_MAX, FULL_NAME_MAX } from "../../../domain/users/model.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { saveProfile } from "../frame/save-profile.ts";
import { accountQuery } from "./queries.ts";

/** Changes the name and, for those who write articles, the bio. */
export function NameForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const isAuthor = account.role === "admin";
  const state = useForm((value: Values) =>
    saveProfile({ full_name: value("full_name"), ...(isAuthor && { bio: value("bio") }) }, (saved) =>
      queryClient.setQueryData(accountQuery().queryKey, saved),
    ),
  );
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
