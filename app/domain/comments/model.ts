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
export type SpamReason = "too_many_links" | "hidden_field" | "too_fast" | "marked_by_admin";

/** What the back office can narrow its list to: a status, what was taken for spam, or what readers have reported. */
export const COMMENT_VIEWS = [...COMMENT_STATUSES, "spam", "reported"] as const;
export type CommentView = (typeof COMMENT_VIEWS)[number];

/** What can be done to many comments at once. */
export const BULK_ACTIONS = ["approve", "pending", "reject", "spam", "delete"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** A comment as everybody sees it. Times are ISO 8601 in UTC. */
export type PublicComment = {
  id: string;
  /** the comment that it stands under; null: at the first level */
  parent_id: string | null;
  /** a reply to something that isn't shown any more; then it stands at the first level */
  is_orphan: boolean;
  /** null: an account that was deleted since */
  author: { full_name: string | null } | null;
  /** written by whoever wrote the article */
  by_author: boolean;
  /** safe HTML: paragraphs, line breaks, links */
  content_html: string;
  created_at: string;
  edited: boolean;
};

/** A page of an article's comments in the order of reading; `total` counts all approved ones. */
export type ThreadPage = { comments: PublicComment[]; total: number; page: number; pages: number };

/** One's own comment, pending or approved. `editable_until` is a time; null when that is over. */
export type OwnComment = PublicComment & { status: CommentStatus; content: string; editable_until: string | null };

/** What a signed-in reader has to do with an article's comments. */
export type OwnThread = {
  comments: OwnComment[];
  /** ids of the comments that they have reported */
  reported: string[];
  /** goes back with the form, so that the server knows how long it took to fill in */
  ticket: string;
};

/** A comment as the back office shows it. */
export type AdminComment = {
  id: string;
  content: string;
  status: CommentStatus;
  is_spam: boolean;
  spam_reason: SpamReason | null;
  created_at: string;
  updated_at: string;
  edited_at: string | null;
  post: { id: string; title: string; slug: string; status: string };
  author: { id: string; full_name: string | null; email: string } | null;
  /** who wrote it on another blog, from where it was imported */
  guest_name: string | null;
  /** what it answers; null for none, and for one that is gone */
  parent: { id: string; content: string; author: { full_name: string | null } | null } | null;
  is_reply: boolean;
  /** what readers object to and nobody has decided on */
  reports: { reason: string; created_at: string }[];
};

/** How many comments each view holds of those that match the search. */
export type CommentCounts = Record<"all" | CommentView, number>;

export type AdminCommentPage = {
  items: AdminComment[];
  total: number;
  page: number;
  pages: number;
  limit: number;
  counts: CommentCounts;
};

/** The event of comments that have been approved; its data is `{ ids }`. */
export const COMMENTS_APPROVED = "comments.approved";
