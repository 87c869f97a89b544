import { DomainError, duplicate } from "../errors.ts";

/** New comments are turned off; existing ones stay. */
export const commentsClosed = () => new DomainError("forbidden", "comments_closed", "Comments are closed. Yours was not posted.");

/** The comment is too old for its author to change it. */
export const editTimeOver = () =>
  new DomainError(
    "forbidden",
    "edit_time_over",
    "A comment can be changed for 15 minutes. This one is older, so it stays as it is; you can delete it.",
  );

/** The author has posted the same comment before. */
export const alreadyPosted = () => duplicate("You have already posted this comment.");

/** A rejected comment isn't part of the thread, so it can't be answered. */
export const rejectedUnanswered = () =>
  new DomainError("conflict", "comment_rejected", "A rejected comment can't be answered. Approve it first.");

/** The comment can't be restored before its article. */
export const postIsTrashed = () =>
  new DomainError("conflict", "post_trashed", "The post of this comment is in the trash. Restore the post first.");
