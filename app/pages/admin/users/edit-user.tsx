import { type AdminUser, BIO_MAX, FULL_NAME_MAX } from "../../../domain/users/model.ts";
import { userChange } from "../../../domain/users/schema.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { Dialog } from "../frame/dialog.tsx";
import { DialogButtons } from "../frame/dialog-buttons.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { fieldErrors } from "./field-errors.ts";
import { CHANGED_USERS, changeUser } from "./queries.ts";

const failure = (message: string) => `Failed to update user: ${message}`;

/** Changes the name and the bio that readers see under somebody's articles. */
export function EditUser({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const save = useAdminMutation({ call: changeUser, success: "User updated", failure, invalidates: CHANGED_USERS });
  const state = useForm(async (value: Values) => {
    const read = userChange.safeParse({ full_name: value("full_name"), bio: value("bio") });
    if (!read.success) return { fields: fieldErrors(read.error) };
    try {
      await save.mutateAsync({ id: user.id, ...read.data });
      onClose();
      return undefined;
    } catch (error) {
      return { message: failure(messageOf(error, "The server could not be reached. Please try again.")) };
    }
  });
  return (
    <Dialog title="Edit name and bio" open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <p>{user.email}</p>
        <Field
          label="Full Name"
          name="full_name"
          autoComplete="off"
          required
          maxLength={FULL_NAME_MAX}
          defaultValue={user.full_name ?? ""}
          readOnly={state.isBusy}
          error={state.errorOf("full_name")}
        />
        <TextArea
          label="Bio"
          name="bio"
          maxLength={BIO_MAX}
          defaultValue={user.bio}
          readOnly={state.isBusy}
          error={state.errorOf("bio")}
          hint="One or two sentences, shown under their articles."
        />
        <DialogButtons state={state} label="Save" busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
