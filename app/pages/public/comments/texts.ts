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
} as const;

export const texts = textsOf("comments", english);
