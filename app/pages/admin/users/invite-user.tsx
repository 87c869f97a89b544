import { useState } from "react";
import { type InvitationLink, newUser, USER_MESSAGES } from "../../../domain/users/user.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { useSite } from "../../data.ts";
import { CopyField } from "../frame/copy-field.tsx";
import { useDates } from "../frame/dates.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { GrantFields, grantsIn } from "./grants.tsx";
import { CHANGED_USERS, inviteUser, type MadeInvitation } from "./queries.ts";

/** The link of an invitation, to pass on. It is shown only once. */
function ShownLink({ email, invitation: { link, expires_at, mailed } }: { email: string; invitation: InvitationLink }) {
  const dates = useDates();
  const { sendsMail } = useSite();
  const to = <strong>{email}</strong>;
  const whatNow = sendsMail ? (
    <>Invitation sent to {to}. You can also share this link:</>
  ) : (
    <>Email isn’t set up. Send this link to {to} yourself:</>
  );
  return (
    <>
      <p className="invitation-text">
        {mailed ? whatNow : <>This link lets {to} in. An invitation sent earlier no longer works.</>}
      </p>
      <CopyField
        label="Invitation link"
        text={link}
        hint={`Works once, until ${dates.time(expires_at)}. It is not shown again.`}
      />
    </>
  );
}

export function InvitationDialog({ email, invitation, onClose }: MadeInvitation & { onClose(): void }) {
  const done = (
    <button type="button" className="button button-solid" onClick={onClose}>
      Done
    </button>
  );
  return (
    <Dialog title="Invitation" open onClose={onClose} footer={done}>
      <ShownLink email={email} invitation={invitation} />
    </Dialog>
  );
}

const ROLES = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
];

const SENDS = { label: "Send invitation", busyLabel: "Sending..." };
const CREATES = { label: "Create invitation link", busyLabel: "Creating..." };

const failure = (message: string) => `Failed to create user: ${message}`;

function NewUserForm({ onClose, onMade }: { onClose(): void; onMade(made: MadeInvitation): void }) {
  const { sendsMail } = useSite();
  const [role, setRole] = useState("user");
  const invite = useAdminMutation({
    call: inviteUser,
    success: "User created",
    failure,
    invalidates: CHANGED_USERS,
  });
  const state = useForm(async (value: Values) => {
    const [full_name, email, role] = ["full_name", "email", "role"].map(value);
    const read = newUser.safeParse({ full_name, email, role, grants: grantsIn(value) });
    if (!read.success) return schemaProblems(read.error);
    try {
      const { user, invitation } = await invite.mutateAsync(read.data);
      onMade({ email: user.email, invitation });
      return undefined;
    } catch (error) {
      return serverProblems(error, failure, { field: "email", message: USER_MESSAGES.taken });
    }
  });
  const field = (name: string) => ({ name, error: state.errorOf(name) });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <p>
        {sendsMail
          ? "We’ll email a link to set a password. It works once and expires in 72 hours."
          : "Email isn’t set up, so you’ll get a link to pass on. It works once and expires in 72 hours."}
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
        value={role}
        onChange={({ target }) => setRole(target.value)}
        hint="Admins can do everything in the back office."
        {...field("role")}
      />
      {role === "admin" ? null : <GrantFields isBusy={state.isBusy} />}
      <DialogButtons state={state} {...(sendsMail ? SENDS : CREATES)} onCancel={onClose} />
    </form>
  );
}

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
