import { DomainError, duplicate } from "../errors.ts";

/** The owner takes no comments at the moment; what is there stays. */
export const commentsClosed = () => new DomainError("forbidden", "comments_closed", "Comments are closed. Yours was not posted.");

/** The comment is older than its author may change it. */
export const editTimeOver = () =>
  new DomainError(
    "forbidden",
    "edit_time_over",
    "A comment can be changed for 15 minutes. This one is older, so it stays as it is; you can delete it.",
  );

/** The person has said the very same already. */
export const alreadySaid = () => duplicate("You have already posted this comment.");

/** A rejected comment is no longer part of the thread, so it can't be answered. */
export const rejectedUnanswered = () =>
  new DomainError("conflict", "comment_rejected", "A rejected comment can't be answered. Approve it first.");

/** The comment can't come back before its article does. */
export const postIsTrashed = () =>
  new DomainError("conflict", "post_trashed", "The post of this comment is in the trash. Restore the post first.");
