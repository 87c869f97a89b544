import type { AdminComment, COMMENT_STATUSES } from "../../../domain/comments/model.ts";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { STATUS } from "./comment-texts.ts";
import { canReply } from "./reply-box.tsx";
import type { Moderation } from "./use-moderation.ts";

/** The order in which the specification names them (section 4). */
const ORDER = ["approved", "pending", "rejected"] as const satisfies readonly (typeof COMMENT_STATUSES)[number][];

type CommentMenuProps = { comment: AdminComment; name: string; moderation: Moderation; onReply(id: string): void };

/** Everything that can be done to a comment: any status but the one it has, and the rest. */
export function CommentMenu({ comment, name, moderation, onReply }: CommentMenuProps) {
  const { status, is_spam, reports } = comment;
  const { stand, remove, isBusy } = moderation;
  const items: MenuItem[] = ORDER.filter((one) => one !== status).map((one) => ({
    label: STATUS[one].verb,
    onSelect: () => stand(comment, { status: one }),
    disabled: isBusy,
  }));
  if (canReply(comment)) items.unshift({ label: "Reply", onSelect: () => onReply(comment.id) });
  items.push(
    is_spam
      ? { label: "Not Spam", onSelect: () => stand(comment, { is_spam: false, status: "pending" }), disabled: isBusy }
      : { label: "Mark as Spam", onSelect: () => stand(comment, { is_spam: true }), disabled: isBusy },
  );
  // The decision that stands, once more: that is what settles reports.
  if (reports.length > 0 && status !== "pending")
    items.push({ label: "Dismiss Reports", onSelect: () => stand(comment, { status }), disabled: isBusy });
  items.push({ label: "Delete", tone: "danger", onSelect: () => void remove(comment), disabled: isBusy });
  return <Menu label={`Actions for ${name}`} items={items} />;
}
