/** Code points. */
export const COMMENT_MAX = 5000;
export const REPORT_REASON_MAX = 500;

export const THREAD_PAGE_SIZE = 100;
export const COMMENT_PAGE_MAX = 100_000;

/** ms in which authors can change their comment */
export const EDIT_MS = 15 * 60_000;
/** ms; a form that is filled in faster is suspected spam */
export const FILL_MS = 2000;
export const LINKS_MAX = 2;

export const BULK_MAX = 500;

/** Comments that are alike are counted up to this number. */
export const ALIKE_MAX = 200;

export const THREAD_ANCHOR = "comments";

/** Only approved ones are public (specification, section 3). */
export const COMMENT_STATUSES = ["pending", "approved", "rejected"] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];

/** What the last decision of a person says about a comment. `rejected`: without the mark of spam. */
export type DecidedAs = "good" | "rejected" | "spam";

/** `held_word`: only holds a comment. */
export const SPAM_REASONS = ["too_many_links", "hidden_field", "too_fast", "marked_by_admin", "spam_word", "held_word"] as const;
export type SpamReason = (typeof SPAM_REASONS)[number];

/** `reported`: by readers. */
export const COMMENT_VIEWS = [...COMMENT_STATUSES, "spam", "reported"] as const;
export type CommentView = (typeof COMMENT_VIEWS)[number];

export const BULK_ACTIONS = ["approve", "pending", "reject", "spam", "delete"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** How long a decision about many comments can be undone. */
export const DECISION_DAYS = 30;

/** Its data is `{ ids }`. */
export const COMMENTS_APPROVED = "comments.approved";
