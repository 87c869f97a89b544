import { textsOf } from "../../../texts/texts.ts";

/*
 * What signed-in readers see of comments. A file of its own, because other readers do without.
 */
export const english = {
  login: "Login",

  // The form

  yourComment: "Your comment",
  yourReply: "Your reply to {name}",
  charactersLeft: { one: "{count} character left", other: "{count} characters left" },
  charactersTooMany: { one: "{count} character too many", other: "{count} characters too many" },
  /** Hidden from people: only programs that fill in every field see it. */
  trap: "Leave this empty",
  postComment: "Post comment",
  save: "Save",
  sending: "Sending...",
  cancel: "Cancel",
  failed: "That didn’t work. Your text is still here. Please try again.",
  signedOut: "You’ve been signed out. Your text is still here.",
  deactivated: "Your account has been deactivated. Your text is still here.",
  deleted: "Your account has been deleted. Your text is still here.",
  pending: "Thank you. Your comment will appear once it’s approved.",
  approved: "Thank you. Your comment is published.",

  // What readers can do with a comment

  waiting: "Waiting for approval. Only you can see it.",
  reply: "Reply",
  edit: "Edit",
  remove: "Delete",
  removeQuestion: "Delete this comment? This can’t be undone.",

  report: "Report",
  reportReason: "What is wrong with it? (optional)",
  reported: "Reported",

  // Following the thread

  follow: "Email me new comments",
  unfollow: "Stop emails",
  followed: "You’ll get an email about each new comment.",
  unfollowed: "You won’t get any more emails about new comments here.",
  notFollowed: "That didn’t work. Please try again.",

  banned: "You can’t comment on this site.",
  bannedUntil: "You can’t comment until {end}.",

  // Refusals by the server's code. English has the server's own messages, which say more.

  failures: {
    "23505": "You have already posted this comment.",
    comments_closed: "Comments are closed, so yours wasn’t posted.",
    edit_time_over: "Comments can only be edited for 15 minutes. You can still delete this one.",
    invalid_input: "Write something, of at most 5,000 characters.",
    rate_limited: "Too many requests. Please wait a moment and try again.",
  },
} as const;

export const texts = textsOf("commentForm", english);
