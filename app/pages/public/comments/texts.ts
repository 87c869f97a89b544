import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of comments.
 */
export const english = {
  // The thread

  count: { one: "{count} comment", other: "{count} comments" },
  comments: "Comments",
  noComments: "No comments yet",
  closed: "Comments are closed.",
  notLoaded: "The comments could not be loaded.",
  showMore: "Show more comments",
  reader: "A reader",
  formerReader: "A former reader",
  author: "Author",
  edited: "edited",
  like: "Like this comment",
  orphan: "In reply to a comment that is no longer shown.",

  // For visitors

  join: "Join the conversation.",

  // For visitors who comment without an account

  guestOpen: "Comment without an account",
  guestText: "Your comment",
  guestName: "Your name",
  guestEmail: "Your email address",
  guestHint: "The address is never shown. We email you a link to confirm your first comment.",
  guestTrap: "Leave this empty",
  guestSend: "Continue",
  guestOwn: "Your comments without an account",
  guestReply: "Reply",
  guestFollow: "Email me new comments",
} as const;

export const texts = textsOf("comments", english);
