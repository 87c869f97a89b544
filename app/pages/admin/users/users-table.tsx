import { useMemo } from "react";
import type { AdminUser, UserCounts } from "../../../domain/users/model.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import type { MadeInvitation } from "./queries.ts";
import { type UserActions, useUserActions } from "./use-user-actions.ts";
import { UserMenu } from "./user-menu.tsx";

const STATES: Record<AdminUser["state"], { tone: BadgeTone; label: string }> = {
  active: { tone: "green", label: "Active" },
  inactive: { tone: "grey", label: "Inactive" },
  invited: { tone: "amber", label: "Invited" },
};

const figures = new Intl.NumberFormat("en-US");

/** While somebody is the only admin who can run the site, they can't be taken away. */
export const isLastAdmin = ({ role, state }: AdminUser, { active_admins }: UserCounts): boolean =>
  role === "admin" && state === "active" && active_admins <= 1;

function Who({ user }: { user: AdminUser }) {
  return (
    <div className="user-who">
      <strong>{user.full_name ?? user.email}</strong>
      {user.full_name === null ? null : <span>{user.email}</span>}
    </div>
  );
}

function Standing({ user }: { user: AdminUser }) {
  const dates = useDates();
  const { tone, label } = STATES[user.state];
  return (
    <div className="user-standing">
      <Badge tone={tone}>{label}</Badge>
      {user.state === "invited" ? (
        <small>{user.invited_until ? `until ${dates.time(user.invited_until)}` : "no valid invitation"}</small>
      ) : null}
    </div>
  );
}

function RoleOf({ user, counts }: { user: AdminUser; counts: UserCounts }) {
  return (
    <div className="user-standing">
      {user.role === "admin" ? <Badge tone="blue">Admin</Badge> : <span>User</span>}
      {isLastAdmin(user, counts) ? <small>The last active admin stays</small> : null}
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
  { key: "who", title: "Name", sortKey: "full_name", render: (user) => <Who user={user} /> },
  { key: "role", title: "Role", render: (user) => <RoleOf user={user} counts={counts} /> },
  { key: "state", title: "State", render: (user) => <Standing user={user} /> },
  { key: "posts", title: "Posts", align: "right", render: (user) => figures.format(user.posts_count) },
  { key: "comments", title: "Comments", align: "right", render: (user) => figures.format(user.comments_count) },
  { key: "created", title: "Joined", sortKey: "created_at", render: ({ created_at }) => <Ago iso={created_at} /> },
  {
    key: "signed-in",
    title: "Last sign-in",
    sortKey: "last_sign_in_at",
    wide: true,
    render: ({ last_sign_in_at }) => (last_sign_in_at ? <Ago iso={last_sign_in_at} /> : "Never"),
  },
  {
    key: "actions",
    title: "Actions",
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
      caption="Users"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      sort={sort}
      onSort={onSort}
      busy={busy}
    />
  );
}
