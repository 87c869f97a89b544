import { useState } from "react";
import { type InvitationLink, newUser, USER_MESSAGES } from "../../../domain/users/user.ts";
import { FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { useSite } from "../../data.ts";
import { CopyField } from "../frame/copy-field.tsx";
import { useDates } from "../frame/dates.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_USERS, inviteUser, type MadeInvitation } from "./queries.ts";
import { EDIT, INVITE, TABLE, USERS } from "./texts.ts";

/** The link of an invitation, to pass on. It is shown only once. */
function ShownLink({ email, invitation: { link, expires_at, mailed } }: { email: string; invitation: InvitationLink }) {
  const dates = useDates();
  const { sendsMail } = useSite();
  const whatNow = sendsMail ? INVITE.sentTo : INVITE.sendYourself;
  return (
    <>
      <p className="invitation-text">
        <TextWith text={mailed ? whatNow : INVITE.letsIn} parts={{ email: <strong>{email}</strong> }} />
      </p>
      <CopyField label={INVITE.link} link={link} hint={INVITE.linkWorks(dates.time(expires_at))} />
    </>
  );
}

/** The dialog with the link of a new invitation. */
export function InvitationDialog({ email, invitation, onClose }: MadeInvitation & { onClose(): void }) {
  const done = (
    <button type="button" className="button button-solid" onClick={onClose}>
      {INVITE.done}
    </button>
  );
  return (
    <Dialog title={INVITE.title} open onClose={onClose} footer={done}>
      <ShownLink email={email} invitation={invitation} />
    </Dialog>
  );
}

const ROLES = [
  { value: "user", label: TABLE.user },
  { value: "admin", label: TABLE.admin },
];

const failure = INVITE.failed;

function NewUserForm({ onClose, onMade }: { onClose(): void; onMade(made: MadeInvitation): void }) {
  const { sendsMail } = useSite();
  const invite = useAdminMutation({
    call: inviteUser,
    success: INVITE.created,
    failure,
    invalidates: CHANGED_USERS,
  });
  const state = useForm(async (value: Values) => {
    const read = newUser.safeParse({ full_name: value("full_name"), email: value("email"), role: value("role") });
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
      <p>{sendsMail ? INVITE.emailHint : INVITE.linkHint}</p>
      <Field
        label={EDIT.fullName}
        autoComplete="off"
        required
        readOnly={state.isBusy}
        maxLength={FULL_NAME_MAX}
        {...field("full_name")}
      />
      <Field label={INVITE.email} type="email" autoComplete="off" required readOnly={state.isBusy} {...field("email")} />
      <SelectField label={USERS.role} options={ROLES} defaultValue="user" hint={INVITE.adminHint} {...field("role")} />
      <DialogButtons state={state} label={INVITE.send} busyLabel={INVITE.sending} onCancel={onClose} />
    </form>
  );
}

/** The dialog that invites a user; afterwards it shows the link, only once. */
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
