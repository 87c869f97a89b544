import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminUser, type UserCounts, userChange } from "../../../domain/users/user.ts";
import { BIO_MAX, FULL_NAME_MAX } from "../../../domain/users/user-rules.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { BanDialog, type Bannable } from "../comments/bans/ban-dialog.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { ListScreen } from "../frame/list-screen.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { FilterChips, SelectFilter } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useAskedForNew } from "../frame/use-asked-for-new.ts";
import { useListState } from "../frame/use-list-state.ts";
import { DeleteUser } from "./delete-user.tsx";
import { ChangeGrants } from "./grants.tsx";
import { AddUser, InvitationDialog } from "./invite-user.tsx";
import { askUsers, CHANGED_USERS, changeUser, type MadeInvitation, USERS_AT_FIRST, usersQuery } from "./queries.ts";
import { UsersTable } from "./users-table.tsx";

const failure = (message: string) => `Failed to update user: ${message}`;

function EditUser({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const save = useAdminMutation({ call: changeUser, success: "User updated", failure, invalidates: CHANGED_USERS });
  const state = useForm(async (value: Values) => {
    const read = userChange.safeParse({ full_name: value("full_name"), bio: value("bio") });
    if (!read.success) return schemaProblems(read.error);
    try {
      await save.mutateAsync({ id: user.id, ...read.data });
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, failure);
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

const ROLES = [
  { value: "", label: "All roles" },
  { value: "user", label: "Users" },
  { value: "admin", label: "Admins" },
];

const GRANT_OPTIONS = [
  { value: "", label: "All grants" },
  { value: "contributor", label: "Contributors" },
  { value: "author", label: "Authors" },
  { value: "editor", label: "Editors" },
  { value: "moderator", label: "Moderators" },
];

const statesOf = (counts: UserCounts | undefined) => [
  { value: "", label: "All", count: counts?.total },
  { value: "active", label: "Active", count: counts?.active },
  { value: "inactive", label: "Inactive", count: counts?.inactive },
  { value: "invited", label: "Invited", count: counts?.invited },
];

type UserFiguresProps = {
  /** undefined until they are loaded */
  counts: UserCounts | undefined;
  href(patch: { role: string; state: string; grant: string; search: string }): string;
};

function UserFigures({ counts, href }: UserFiguresProps) {
  const all = { role: "", state: "", grant: "", search: "" };
  const waiting = counts?.invited ? `${counts.invited} invited` : undefined;
  return (
    <div className="user-figures">
      <StatCards>
        <StatCard label="Total users" value={counts?.total ?? "–"} to={href(all)} />
        <StatCard label="Admins" value={counts?.admins ?? "–"} to={href({ ...all, role: "admin" })} />
        <StatCard
          label="Active"
          value={counts?.active ?? "–"}
          to={href({ ...all, state: "active" })}
          {...(waiting && { note: waiting })}
        />
        <StatCard label="New this month" value={counts?.new_this_month ?? "–"} />
      </StatCards>
    </div>
  );
}

export function Users() {
  const list = useListState(USERS_AT_FIRST, askUsers);
  const users = useQuery(usersQuery(list.values));
  const counts = users.data?.counts;
  const [isAdding, setAdding] = useState(false);
  useAskedForNew(() => setAdding(true));
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [deleted, setDeleted] = useState<AdminUser | null>(null);
  const [edited, setEdited] = useState<AdminUser | null>(null);
  const [granted, setGranted] = useState<AdminUser | null>(null);
  const [banned, setBanned] = useState<Bannable | null>(null);
  return (
    <ListScreen
      title="Users"
      actions={
        <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
          Add New User
        </button>
      }
      list={list}
      query={users}
      noun="users"
      before={<UserFigures counts={counts} href={list.href} />}
      search={{ label: "Search users", placeholder: "Search name or email..." }}
      filters={
        <>
          <FilterChips label="Status" options={statesOf(counts)} {...list.filter("state")} />
          <SelectFilter label="Role" options={ROLES} {...list.filter("role")} />
          <SelectFilter label="Grant" options={GRANT_OPTIONS} {...list.filter("grant")} />
        </>
      }
      savedAs="users"
      empty={{ title: "No users found", hint: "Invite someone to get started." }}
      nothingFound={{ hint: "Try another name or email address, or show everyone.", showAll: "Show everyone" }}
      after={
        <>
          <AddUser open={isAdding} onClose={() => setAdding(false)} />
          {edited ? <EditUser user={edited} onClose={() => setEdited(null)} /> : null}
          {banned ? <BanDialog who={banned} onClose={() => setBanned(null)} /> : null}
          {granted ? <ChangeGrants user={granted} onClose={() => setGranted(null)} /> : null}
          {deleted ? <DeleteUser user={deleted} onClose={() => setDeleted(null)} /> : null}
          {made ? <InvitationDialog {...made} onClose={() => setMade(null)} /> : null}
        </>
      }
    >
      {(page, table) => (
        <UsersTable
          page={page}
          table={table}
          onInvitation={setMade}
          onDelete={setDeleted}
          onEdit={setEdited}
          onGrants={setGranted}
          onBan={setBanned}
        />
      )}
    </ListScreen>
  );
}
