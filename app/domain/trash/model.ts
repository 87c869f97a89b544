/** How long what was deleted can be brought back, in days. */
export const TRASH_DAYS = 30;

/** What the trash holds. */
export const TRASH_KINDS = ["post", "comment", "category"] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

/** The back office's pages, in rows; and how many things one request brings back at most. */
export const TRASH_PAGE_SIZE = 20;
export const RESTORE_MAX = 500;

/** One thing in the trash. Times are ISO 8601 in UTC. */
export type TrashItem = {
  kind: TrashKind;
  id: string;
  /** a post's title, a category's name, the beginning of a comment */
  title: string;
  /** a post's or category's slug, the title of a comment's post */
  note: string;
  /** the status of a post or comment before; null for a category */
  was: string | null;
  /** how many came along: comments of a post, replies of a comment; posts that were in a category */
  along: number;
  /** a comment whose post is in the trash itself comes back after it */
  waits_for_post: boolean;
  trashed_at: string;
  /** null: the account is gone, or it was done at the command line */
  trashed_by: { full_name: string | null; email: string } | null;
  /** days until it is deleted for good; 0: with the next cleaning */
  days_left: number;
};

/** A page of the trash, the newest first; `counts` are those of the kinds within the search. */
export type TrashPage = {
  items: TrashItem[];
  total: number;
  page: number;
  pages: number;
  limit: number;
  counts: Record<"all" | TrashKind, number>;
};

/** What came back. `renamed`: whose slug was another's by then, with the one that they got instead. */
export type Restored = {
  restored: number;
  /** weren't in the trash any more */
  missing: number;
  renamed: { kind: TrashKind; id: string; title: string; slug: string }[];
};

const DAY_MS = 86_400_000;

/** What has been in the trash since before this moment goes for good. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS);

/** Days until something is deleted for good, the one that has begun included; never below 0. */
export const daysLeft = (trashedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((trashedAt.getTime() - expiredBefore(now).getTime()) / DAY_MS));
