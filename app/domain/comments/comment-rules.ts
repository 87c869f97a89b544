/** Lengths of a comment and of a report's reason, in code points. */
export const COMMENT_MAX = 5000;
export const REPORT_REASON_MAX = 500;

export const THREAD_PAGE_SIZE = 100;
export const COMMENT_PAGE_MAX = 100_000;

/** How long authors can change their comment, in ms. */
export const EDIT_MS = 15 * 60_000;
/** A form that is filled in faster than this is suspected spam, in ms. */
export const FILL_MS = 2000;
export const LINKS_MAX = 2;

export const BULK_MAX = 500;

export const THREAD_ANCHOR = "comments";

/** The status of a comment (specification, section 3): only approved ones are public. */
export const COMMENT_STATUSES = ["pending", "approved", "rejected"] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

export const SPAM_REASONS = ["too_many_links", "hidden_field", "too_fast", "marked_by_admin"] as const;
export type SpamReason = (typeof SPAM_REASONS)[number];

/** The views of the back office's list: a status, spam, or comments that readers have reported. */
export const COMMENT_VIEWS = [...COMMENT_STATUSES, "spam", "reported"] as const;
export type CommentView = (typeof COMMENT_VIEWS)[number];

export const BULK_ACTIONS = ["approve", "pending", "reject", "spam", "delete"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The event of newly approved comments; its data is `{ ids }`. */
export const COMMENTS_APPROVED = "comments.approved";
