import { DomainError, duplicate } from "../errors.ts";

/** Existing comments stay. */
export const commentsClosed = () =>
  new DomainError("forbidden", "comments_closed", "Comments are closed, so yours wasn’t posted.");

export const editTimeOver = () =>
  new DomainError("forbidden", "edit_time_over", "Comments can only be edited for 15 minutes. You can still delete this one.");

export const alreadyPosted = () => duplicate("You have already posted this comment.");

/** A rejected comment isn't part of the thread. */
export const rejectedUnanswered = () =>
  new DomainError("conflict", "comment_rejected", "You can’t reply to a rejected comment. Approve it first.");

export const postIsTrashed = () =>
  new DomainError("conflict", "post_trashed", "The post of this comment is in the trash. Restore the post first.");

/** Also while somebody else's undo is in progress. */
export const decisionUndone = () => new DomainError("conflict", "decision_undone", "This has already been undone.");

const end = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long", timeStyle: "short" });

/** `details` name the end in ISO 8601, so that a page can say it in its reader's language and time zone. @param until null: for good */
export function bannedUntil(until: Date | null): DomainError {
  if (until === null) return new DomainError("forbidden", "comment_ban", "You can’t comment on this site.");
  const details = [{ field: "ends_at", rule: until.toISOString() }];
  return new DomainError("forbidden", "comment_ban", `You can’t comment until ${end.format(until)} UTC.`, { details });
}
