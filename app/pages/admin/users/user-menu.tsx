import { useAuth } from "../../../browser/auth/state.ts";
import type { AdminUser } from "../../../domain/users/model.ts";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { useConfirm } from "../frame/use-confirm.tsx";
import type { UserActions } from "./use-user-actions.ts";

type UserMenuProps = {
  user: AdminUser;
  /** the last active admin, who stays what they are */
  isLast: boolean;
  actions: UserActions;
  onDelete(user: AdminUser): void;
  onEdit(user: AdminUser): void;
};

const OWN = "This is your own account. You lose the back office at once.";

/** What can be done about one user. */
export function UserMenu({ user, isLast, actions: { change, renew, revoke }, onDelete, onEdit }: UserMenuProps) {
  const { id, email, full_name, role, state } = user;
  const confirm = useConfirm();
  const isOwn = useAuth().person?.id === id;

  /** Some things are asked about first; about oneself, everything is. */
  const ask = async (title: string, action: string, text: string | null, go: () => void) => {
    const question = isOwn ? OWN : text;
    if (question === null || (await confirm({ title, text: question, action, tone: "danger" }))) go();
  };
  const shut = "They are signed out everywhere at once and can't sign in again until you reactivate them. What they wrote stays.";
  const unlink = "The link that they have is worth nothing any more. The account stays, and you can invite them again.";

  const roleItem: MenuItem =
    role === "admin"
      ? {
          label: "Remove Admin",
          disabled: isLast,
          onSelect: () => void ask("Remove Admin?", "Remove Admin", null, () => change({ id, role: "user" })),
        }
      : { label: "Make Admin", onSelect: () => change({ id, role: "admin" }) };
  const invitationItems: MenuItem[] = [
    { label: "Resend invitation", onSelect: () => renew({ id, email, mail: true }) },
    { label: "Copy invitation link", onSelect: () => renew({ id, email, mail: false }) },
    {
      label: "Revoke invitation",
      disabled: user.invited_until === null,
      onSelect: () => void ask("Revoke the invitation?", "Revoke", unlink, () => revoke(id)),
    },
  ];
  const standingItem: MenuItem =
    state === "inactive"
      ? { label: "Reactivate", onSelect: () => change({ id, is_active: true }) }
      : {
          label: "Deactivate",
          disabled: isLast,
          onSelect: () => void ask(`Deactivate ${email}?`, "Deactivate", shut, () => change({ id, is_active: false })),
        };
  const items: MenuItem[] = [
    { label: "Edit name and bio", onSelect: () => onEdit(user) },
    roleItem,
    ...(state === "invited" ? invitationItems : []),
    standingItem,
    { label: "Delete", tone: "danger", disabled: isLast, onSelect: () => onDelete(user) },
  ];
  return <Menu label={`Actions for ${full_name ?? email}`} items={items} />;
}
