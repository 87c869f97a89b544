import { useMemo } from "react";
import { useAuth } from "../../../browser/auth/state.ts";
import { isLastAdmin } from "../../../domain/users/user.policy.ts";
import type { AdminUser, UserCounts } from "../../../domain/users/user.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { CHANGED_USERS, changeUser, type MadeInvitation, renewInvitation, revokeInvitation } from "./queries.ts";
import { CHANGE, DELETE, EDIT, INVITE, TABLE, USERS } from "./texts.ts";

const failure = EDIT.failed;

/** The actions on users that need no form; created once for the whole list. */
function useUserActions(onInvitation: (made: MadeInvitation) => void) {
  const common = { failure, invalidates: CHANGED_USERS };
  const change = useAdminMutation({ ...common, call: changeUser, success: "User updated" });
  const revoke = useAdminMutation({ ...common, call: revokeInvitation, success: INVITE.revoked });
  const renew = useAdminMutation({
    ...common,
    call: async ({ email, ...asked }: { id: string; email: string; mail: boolean }) => {
      const invitation = await renewInvitation(asked);
      onInvitation({ email, invitation });
      return invitation;
    },
    success: ({ mailed }) => (mailed ? INVITE.sent : undefined),
  });
  return useMemo(
    () => ({ change: change.mutate, renew: renew.mutate, revoke: revoke.mutate }),
    [change.mutate, renew.mutate, revoke.mutate],
  );
}

type UserActions = ReturnType<typeof useUserActions>;

type UserMenuProps = {
  user: AdminUser;
  /** whether this is the last active admin, who must stay one */
  isLast: boolean;
  actions: UserActions;
  onDelete(user: AdminUser): void;
  onEdit(user: AdminUser): void;
};

const OWN = CHANGE.ownAdmin;

/** The menu of one user. */
function UserMenu({ user, isLast, actions: { change, renew, revoke }, onDelete, onEdit }: UserMenuProps) {
  const { id, email, full_name, role, state } = user;
  const confirm = useConfirm();
  const isOwn = useAuth().person?.id === id;

  /** Asks for confirmation if there is a question; for the own account it always asks. */
  const ask = async (title: string, action: string, text: string | null, go: () => void) => {
    const question = isOwn ? OWN : text;
    if (question === null || (await confirm({ title, text: question, action, tone: "danger" }))) go();
  };
  const shut = CHANGE.deactivateText;
  const unlink = INVITE.revokeText;

  const roleItem: MenuItem =
    role === "admin"
      ? {
          label: "Remove Admin",
          disabled: isLast,
          onSelect: () => void ask(CHANGE.removeAdmin, "Remove Admin", null, () => change({ id, role: "user" })),
        }
      : { label: "Make Admin", onSelect: () => change({ id, role: "admin" }) };
  const invitationItems: MenuItem[] = [
    { label: INVITE.resend, onSelect: () => renew({ id, email, mail: true }) },
    { label: INVITE.copy, onSelect: () => renew({ id, email, mail: false }) },
    {
      label: INVITE.revoke,
      disabled: user.invited_until === null,
      onSelect: () => void ask(INVITE.revokeTitle, INVITE.revokeNow, unlink, () => revoke(id)),
    },
  ];
  const activeItem: MenuItem =
    state === "inactive"
      ? { label: CHANGE.reactivate, onSelect: () => change({ id, is_active: true }) }
      : {
          label: CHANGE.deactivate,
          disabled: isLast,
          onSelect: () =>
            void ask(CHANGE.deactivateTitle(email), CHANGE.deactivate, shut, () => change({ id, is_active: false })),
        };
  const items: MenuItem[] = [
    { label: EDIT.title, onSelect: () => onEdit(user) },
    roleItem,
    ...(state === "invited" ? invitationItems : []),
    activeItem,
    { label: DELETE.start, tone: "danger", disabled: isLast, onSelect: () => onDelete(user) },
  ];
  return <Menu label={TABLE.actionsFor(full_name ?? email)} items={items} />;
}

const STATES: Record<AdminUser["state"], { tone: BadgeTone; label: string }> = {
  active: { tone: "green", label: USERS.active },
  inactive: { tone: "gray", label: USERS.inactive },
  invited: { tone: "amber", label: USERS.invited },
};

const figures = new Intl.NumberFormat("en-US");

function Who({ user }: { user: AdminUser }) {
  return (
    <div className="user-who">
      <strong>{user.full_name ?? user.email}</strong>
      {user.full_name === null ? null : <span>{user.email}</span>}
    </div>
  );
}

function State({ user }: { user: AdminUser }) {
  const dates = useDates();
  const { tone, label } = STATES[user.state];
  return (
    <div className="user-state">
      <Badge tone={tone}>{label}</Badge>
      {user.state === "invited" ? (
        <small>{user.invited_until ? TABLE.until(dates.time(user.invited_until)) : TABLE.noInvitation}</small>
      ) : null}
    </div>
  );
}

function RoleOf({ user, counts }: { user: AdminUser; counts: UserCounts }) {
  return (
    <div className="user-state">
      {user.role === "admin" ? <Badge tone="blue">{TABLE.admin}</Badge> : <span>{TABLE.user}</span>}
      {isLastAdmin(user, counts) ? <small>{TABLE.onlyAdmin}</small> : null}
    </div>
  );
}

type UsersTableProps = {
  users: readonly AdminUser[];
  counts: UserCounts;
  sort: string;
  onSort(sort: string): void;
  busy: boolean;
  onInvitation(made: MadeInvitation): void;
  onDelete(user: AdminUser): void;
  onEdit(user: AdminUser): void;
};

type ColumnsFor = Pick<UsersTableProps, "counts" | "onDelete" | "onEdit"> & { actions: UserActions };

const columnsFor = ({ counts, actions, onDelete, onEdit }: ColumnsFor): Column<AdminUser>[] => [
  { key: "who", title: TABLE.name, sortKey: "full_name", render: (user) => <Who user={user} /> },
  { key: "role", title: USERS.role, render: (user) => <RoleOf user={user} counts={counts} /> },
  { key: "state", title: USERS.status, render: (user) => <State user={user} /> },
  { key: "posts", title: TABLE.posts, align: "right", render: (user) => figures.format(user.posts_count) },
  { key: "comments", title: TABLE.comments, align: "right", render: (user) => figures.format(user.comments_count) },
  { key: "created", title: TABLE.joined, sortKey: "created_at", render: ({ created_at }) => <Ago iso={created_at} /> },
  {
    key: "signed-in",
    title: TABLE.lastSignIn,
    sortKey: "last_sign_in_at",
    wide: true,
    render: ({ last_sign_in_at }) => (last_sign_in_at ? <Ago iso={last_sign_in_at} /> : TABLE.never),
  },
  {
    key: "actions",
    title: TABLE.actions,
    align: "right",
    render: (user) => (
      <UserMenu user={user} isLast={isLastAdmin(user, counts)} actions={actions} onDelete={onDelete} onEdit={onEdit} />
    ),
  },
];

/** A row for each user. */
export function UsersTable({ users, counts, sort, onSort, busy, onInvitation, onDelete, onEdit }: UsersTableProps) {
  const actions = useUserActions(onInvitation);
  const columns = useMemo(() => columnsFor({ counts, actions, onDelete, onEdit }), [counts, actions, onDelete, onEdit]);
  return (
    <DataTable
      caption={USERS.title}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      sort={sort}
      onSort={onSort}
      busy={busy}
      isLines
    />
  );
}
