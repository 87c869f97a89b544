/** Characters of a comment and of a report's reason, as people count them. */
export const COMMENT_MAX = 5000;
export const REPORT_REASON_MAX = 500;

/** Comments that one page of a thread has. */
export const THREAD_PAGE_SIZE = 100;
/** The highest page of a thread or list that can be asked for. */
export const COMMENT_PAGE_MAX = 100_000;

/** For so long its author may change a comment, in ms. */
export const EDIT_MS = 15 * 60_000;
/** Nobody reads a form and fills it in within less, in ms. */
export const FILL_MS = 2000;
/** More addresses of the web than these make a comment wait for a person to look at it. */
export const LINKS_MAX = 2;

/** Ids of one bulk action. */
export const BULK_MAX = 500;

/** The element around an article's comments, as links name it. */
export const THREAD_ANCHOR = "comments";

/** Where a comment stands (specification, section 3): only approved ones are public. */
export const COMMENT_STATUSES = ["pending", "approved", "rejected"] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

/** Why a comment was taken for spam. */
export const SPAM_REASONS = ["too_many_links", "hidden_field", "too_fast", "marked_by_admin"] as const;
export type SpamReason = (typeof SPAM_REASONS)[number];

/** What the back office can narrow its list to: a status, what was taken for spam, or what readers have reported. */
export const COMMENT_VIEWS = [...COMMENT_STATUSES, "spam", "reported"] as const;
export type CommentView = (typeof COMMENT_VIEWS)[number];

/** What can be done to many comments at once. */
export const BULK_ACTIONS = ["approve", "pending", "reject", "spam", "delete"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The event of comments that have been approved; its data is `{ ids }`. */
export const COMMENTS_APPROVED = "comments.approved";
