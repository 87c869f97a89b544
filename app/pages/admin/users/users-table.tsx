import { useMemo } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import { isLastAdmin } from "../../../domain/users/user.policy.ts";
import type { AdminUser, UserCounts, UsersPage } from "../../../domain/users/user.ts";
import { type Bannable, useLiftBan } from "../comments/bans/ban-dialog.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import type { TableState } from "../frame/list-screen.tsx";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { GRANT_LABELS } from "./grants.tsx";
import { CHANGED_USERS, changeUser, type MadeInvitation, renewInvitation, resetSecondStep, revokeInvitation } from "./queries.ts";

const failure = (message: string) => `Failed to update user: ${message}`;

function useUserActions(onInvitation: (made: MadeInvitation) => void) {
  const common = { failure, invalidates: CHANGED_USERS };
  const change = useAdminMutation({ ...common, call: changeUser, success: "User updated" });
  const revoke = useAdminMutation({ ...common, call: revokeInvitation, success: "Invitation revoked" });
  const lift = useLiftBan();
  const resetStep = useAdminMutation({ ...common, call: resetSecondStep, success: "Two-step sign-in reset" });
  const renew = useAdminMutation({
    ...common,
    call: async ({ email, ...renewal }: { id: string; email: string; mail: boolean }) => {
      const invitation = await renewInvitation(renewal);
      onInvitation({ email, invitation });
      return invitation;
    },
    success: ({ mailed }) => (mailed ? "Invitation sent" : undefined),
  });
  return useMemo(
    () => ({ change: change.mutate, renew: renew.mutate, revoke: revoke.mutate, resetStep: resetStep.mutate, lift: lift.mutate }),
    [change.mutate, renew.mutate, revoke.mutate, resetStep.mutate, lift.mutate],
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
  onGrants(user: AdminUser): void;
  onBan(who: Bannable): void;
};

type Ask = (title: string, action: string, text: string | null, go: () => void) => Promise<void>;

const resetItem = (email: string, ask: Ask, go: () => void): MenuItem => ({
  label: "Reset two-step sign-in",
  onSelect: () =>
    void ask(
      `Reset two-step sign-in of ${email}?`,
      "Reset",
      "Their password alone is enough then. Make sure that it is the owner who asks. They get an email about it.",
      go,
    ),
});

/** Admins can ban everybody but themselves. */
function banItems(user: AdminUser, isOwn: boolean, lift: (ban: string) => void, onBan: (who: Bannable) => void): MenuItem[] {
  const ban = user.comment_ban;
  if (isOwn) return [];
  if (ban) return [{ label: "Lift ban from commenting", onSelect: () => lift(ban.id) }];
  return [
    { label: "Ban from commenting", onSelect: () => onBan({ kind: "user", id: user.id, name: user.full_name ?? user.email }) },
  ];
}

function UserMenu(props: UserMenuProps) {
  const { user, isLast, onDelete, onEdit, onGrants, onBan } = props;
  const { change, renew, revoke, resetStep, lift } = props.actions;
  const { id, email, full_name, role, state } = user;
  const confirm = useConfirm();
  const navigate = useNavigate();
  const isOwn = useAuth().person?.id === id;

  /** Asks for confirmation if there is a question; for the own account it always asks. */
  const ask: Ask = async (title, action, text, go) => {
    const question = isOwn ? "This is your own account. You’ll lose access to the back office right away." : text;
    if (question === null || (await confirm({ title, text: question, action, tone: "danger" }))) go();
  };

  const demote = () => change({ id, role: "user" });
  const roleItem: MenuItem =
    role === "admin"
      ? { label: "Remove Admin", disabled: isLast, onSelect: () => void ask("Remove Admin?", "Remove Admin", null, demote) }
      : { label: "Make Admin", onSelect: () => change({ id, role: "admin" }) };
  const invitationItems: MenuItem[] = [
    { label: "Resend invitation", onSelect: () => renew({ id, email, mail: true }) },
    { label: "Copy invitation link", onSelect: () => renew({ id, email, mail: false }) },
    {
      label: "Revoke invitation",
      disabled: user.invited_until === null,
      onSelect: () =>
        void ask(
          "Revoke the invitation?",
          "Revoke",
          "Their link stops working. The account stays, and you can invite them again.",
          () => revoke(id),
        ),
    },
  ];
  const activeItem: MenuItem =
    state === "inactive"
      ? { label: "Reactivate", onSelect: () => change({ id, is_active: true }) }
      : {
          label: "Deactivate",
          disabled: isLast,
          onSelect: () =>
            void ask(
              `Deactivate ${email}?`,
              "Deactivate",
              "They are signed out everywhere right away and can’t sign in until you reactivate them. Their posts and comments stay.",
              () => change({ id, is_active: false }),
            ),
        };
  const items: MenuItem[] = [
    { label: "Edit name and bio", onSelect: () => onEdit(user) },
    { label: "Author page", onSelect: () => void navigate(adminRoutes.author(id)) },
    ...(isUnconfirmed(user) ? [{ label: "Confirm", onSelect: () => change({ id, is_confirmed: true }) }] : []),
    roleItem,
    { label: "Change grants", onSelect: () => onGrants(user) },
    ...(state === "invited" ? invitationItems : []),
    ...(user.has_second_step && !isOwn ? [resetItem(email, ask, () => resetStep(id))] : []),
    ...banItems(user, isOwn, lift, onBan),
    activeItem,
    { label: "Delete", tone: "danger", disabled: isLast, onSelect: () => onDelete(user) },
  ];
  return <Menu label={`Actions for ${full_name ?? email}`} items={items} />;
}

const isUnconfirmed = ({ state, is_confirmed }: AdminUser) => state === "active" && !is_confirmed;

const STATES: Record<AdminUser["state"] | "unconfirmed", { tone: BadgeTone; label: string }> = {
  unconfirmed: { tone: "amber", label: "Unconfirmed" },
  active: { tone: "green", label: "Active" },
  inactive: { tone: "gray", label: "Inactive" },
  invited: { tone: "amber", label: "Invited" },
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
  const { tone, label } = STATES[isUnconfirmed(user) ? "unconfirmed" : user.state];
  return (
    <div className="user-state">
      <Badge tone={tone}>{label}</Badge>
      {user.state === "invited" ? (
        <small>{user.invited_until ? `until ${dates.time(user.invited_until)}` : "no valid invitation"}</small>
      ) : null}
      {user.comment_ban ? <small>Banned from commenting</small> : null}
    </div>
  );
}

/** An admin needs no grants, so theirs aren't shown. */
function Rights({ user: { role, grants } }: { user: AdminUser }) {
  if (role === "admin") return <Badge tone="blue">Admin</Badge>;
  if (grants.length === 0) return <span>User</span>;
  return <span>{grants.map((grant) => GRANT_LABELS[grant]).join(", ")}</span>;
}

function RoleOf({ user, counts }: { user: AdminUser; counts: UserCounts }) {
  return (
    <div className="user-state">
      <Rights user={user} />
      {isLastAdmin(user, counts) ? <small>The only admin</small> : null}
    </div>
  );
}

type UsersTableProps = {
  page: UsersPage;
  table: TableState;
  onInvitation(made: MadeInvitation): void;
  onDelete(user: AdminUser): void;
  onEdit(user: AdminUser): void;
  onGrants(user: AdminUser): void;
  onBan(who: Bannable): void;
};

type ColumnsFor = Pick<UsersTableProps, "onDelete" | "onEdit" | "onGrants" | "onBan"> & {
  counts: UserCounts;
  actions: UserActions;
};

const columnsFor = ({ counts, actions, ...dialogs }: ColumnsFor): Column<AdminUser>[] => [
  { key: "who", title: "Name", sortKey: "full_name", render: (user) => <Who user={user} /> },
  { key: "role", title: "Role", render: (user) => <RoleOf user={user} counts={counts} /> },
  { key: "state", title: "Status", render: (user) => <State user={user} /> },
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
    render: (user) => <UserMenu user={user} isLast={isLastAdmin(user, counts)} actions={actions} {...dialogs} />,
  },
];

export function UsersTable(props: UsersTableProps) {
  const { page, table, onInvitation, onDelete, onEdit, onGrants, onBan } = props;
  const { items, counts } = page;
  const actions = useUserActions(onInvitation);
  const columns = useMemo(
    () => columnsFor({ counts, actions, onDelete, onEdit, onGrants, onBan }),
    [counts, actions, onDelete, onEdit, onGrants, onBan],
  );
  return (
    <DataTable
      caption="Users"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      {...table}
      isLines
    />
  );
}
