import { useState } from "react";
import { newUser, USER_MESSAGES } from "../../../domain/users/user.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { ApiError } from "../../../http/api/client.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { type Problems, useForm, type Values } from "../../../ui/form/use-form.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { Dialog } from "../frame/dialog.tsx";
import { DialogButtons } from "../frame/dialog-buttons.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { fieldErrors } from "./field-errors.ts";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { CHANGED_USERS, inviteUser, type MadeInvitation } from "./queries.ts";

const ROLES = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
];

const failure = (message: string) => `Failed to create user: ${message}`;

/** What the server has to say, each at its field, else above the form: a toast is gone before everybody has read it. */
function problemsOf(error: unknown): Problems {
  if (error instanceof ApiError && error.code === "23505") return { fields: { email: USER_MESSAGES.taken } };
  const wrong = error instanceof ApiError ? (error.details ?? []) : [];
  if (wrong.length > 0) return { fields: Object.fromEntries(wrong.map(({ field, rule }) => [field, rule])) };
  return { message: failure(messageOf(error, "The server could not be reached. Please try again.")) };
}

function NewUserForm({ onClose, onMade }: { onClose(): void; onMade(made: MadeInvitation): void }) {
  const { sendsMail } = useSite();
  const invite = useAdminMutation({
    call: inviteUser,
    success: "User created",
    failure,
    invalidates: CHANGED_USERS,
  });
  const state = useForm(async (value: Values) => {
    const read = newUser.safeParse({ full_name: value("full_name"), email: value("email"), role: value("role") });
    if (!read.success) return { fields: fieldErrors(read.error) };
    try {
      const { user, invitation } = await invite.mutateAsync(read.data);
      onMade({ email: user.email, invitation });
      return undefined;
    } catch (error) {
      return problemsOf(error);
    }
  });
  const field = (name: string) => ({ name, error: state.errorOf(name) });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <p>
        {sendsMail
          ? "We'll email a link to set a password. It works once and expires in 72 hours."
          : "Email isn't set up, so you'll get a link to pass on. It works once and expires in 72 hours."}
      </p>
      <Field
        label="Full Name"
        autoComplete="off"
        required
        readOnly={state.isBusy}
        maxLength={FULL_NAME_MAX}
        {...field("full_name")}
      />
      <Field label="Email" type="email" autoComplete="off" required readOnly={state.isBusy} {...field("email")} />
      <SelectField
        label="Role"
        options={ROLES}
        defaultValue="user"
        hint="Admins can do everything in the back office."
        {...field("role")}
      />
      <DialogButtons state={state} label="Send invitation" busyLabel="Sending..." onCancel={onClose} />
    </form>
  );
}

/** Invites somebody; afterwards the link is shown, this once. */
export function AddUser({ open, onClose }: { open: boolean; onClose(): void }) {
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  if (made) return <InvitationDialog {...made} onClose={close} />;
  return (
    <Dialog title="Add New User" open={open} onClose={close}>
      <NewUserForm onClose={close} onMade={setMade} />
    </Dialog>
  );
}
