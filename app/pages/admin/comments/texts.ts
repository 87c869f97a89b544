/*
 * The visible texts of moderation that the specification doesn't give.
 */

/** States, verbs and reasons. */
export const MODERATION = {
  pending: "Pending",
  markAsPending: "Mark as Pending",
  approved: "Approved",
  approve: "Approve",
  rejected: "Rejected",
  reject: "Reject",
  tooManyLinks: "too many links",
  hiddenField: "filled in a hidden field",
  tooFast: "sent faster than anyone can type",
  byAdmin: "marked by an admin",
} as const;

/** What is asked before a decision, and what is said after it. */
export const DECISION = {
  deleteQuestion: (comments: string, consequence: string) => `Are you sure you want to delete ${comments}? ${consequence}`,
  undo: "Undo",
  deleteFailed: "Failed to delete comment",
  deleteComment: "Delete comment",
  movedTrash: "moved to the trash",
  onlyThis: "this comment",
  these: (comments: string) => `these ${comments}`,
  one: (verb: string) => `Comment ${verb}`,
  failed: (message: string) => `Failed to update comments: ${message}`,
  allQuestion: (verb: string, comments: string) => `${verb} all ${comments} that match the list's filter?`,
} as const;

/** A reply of the office. */
export const REPLY = {
  replyPublished: "Reply published",
  failed: (message: string) => `Failed to publish reply: ${message}`,
  unanswered: "The server could not be reached.",
  replyTo: (name: string) => `Reply to ${name}`,
  approveAndReply: "Approve and reply",
  publishReply: "Publish reply",
  cancel: "Cancel",
} as const;

/** One comment. */
export const ROW = {
  reply: "Reply",
  notSpam: "Not spam",
  markAsSpam: "Mark as Spam",
  dismissReports: "Dismiss reports",
  delete: "Delete",
  approve: "Approve",
  reject: "Reject",
  edited: "edited",
  onArticle: "on {article}",
  withStatus: (status: string) => ` (${status})`,
  actionsFor: (name: string) => `Actions for ${name}`,
  showAll: "Show all",
  aReader: "A reader",
  formerReader: "A former reader",
  spamBecause: (reason: string) => `Spam: ${reason}`,
  spam: "Spam",
  reported: (count: number) => `Reported ${count}×`,
  inReplyToDeleted: "In reply to a deleted comment.",
  inReplyTo: (name: string) => `In reply to ${name}:`,
  reports: "Reports",
  noReasonGiven: "No reason given",
  commentBy: (name: string) => `the comment by ${name}`,
  select: (name: string) => `Select ${name}`,
} as const;

/** The screen, its filters and its search. */
export const LIST = {
  selectPage: "Select all on this page",
  selectAll: (comments: string) => `Select all ${comments} that match`,
  comments: "Comments",
  newestFirst: "Newest first",
  oldestFirst: "Oldest first",
  all: "All",
  reported: "Reported",
  searchComments: "Search comments",
  searchHint: "Search text, author or article...",
  status: "Status",
  order: "Order",
  noCommentsFound: "No comments found",
  noneFoundHint: "Try other words, or show all comments.",
  showAllComments: "Show all comments",
  noneHint: "They appear here once readers write some.",
} as const;
