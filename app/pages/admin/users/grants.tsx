import { GRANT_MEANINGS, GRANTS, type Grant } from "../../../domain/users/grants/grant-rules.ts";
import type { AdminUser } from "../../../domain/users/user.ts";
import { Checkbox } from "../../../ui/form/described-fields.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_USERS, changeGrants } from "./queries.ts";

export const GRANT_LABELS: Record<Grant, string> = {
  contributor: "Contributor",
  author: "Author",
  editor: "Editor",
  moderator: "Moderator",
};

export const grantsIn = (value: Values): Grant[] => GRANTS.filter((grant) => value(grant) !== "");

export function GrantFields({ given = [], isBusy }: { given?: readonly Grant[]; isBusy: boolean }) {
  return (
    <fieldset className="grant-fields">
      <legend>Grants</legend>
      {GRANTS.map((grant) => (
        <Checkbox
          key={grant}
          label={GRANT_LABELS[grant]}
          hint={`${GRANT_MEANINGS[grant]}.`}
          name={grant}
          defaultChecked={given.includes(grant)}
          aria-disabled={isBusy || undefined}
        />
      ))}
    </fieldset>
  );
}

const failure = (message: string) => `Failed to change grants: ${message}`;

export function ChangeGrants({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const save = useAdminMutation({ call: changeGrants, success: "Grants changed", failure, invalidates: CHANGED_USERS });
  const state = useForm(async (value: Values) => {
    try {
      await save.mutateAsync({ id: user.id, grants: grantsIn(value) });
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, failure);
    }
  });
  const name = user.full_name ?? user.email;
  return (
    <Dialog title={`Grants of ${name}`} open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <p>
          {user.role === "admin"
            ? `${name} is an admin and may do everything in the back office anyway. Grants count once they are no longer an admin.`
            : "What this user may do in the back office without being an admin. Grants add up and apply right away."}
        </p>
        <GrantFields given={user.grants} isBusy={state.isBusy} />
        <DialogButtons state={state} label="Save" busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
