import type { CategoryRef } from "../categories/model.ts";
import type { Focus } from "../media/media-rules.ts";
import type { TagRef } from "../tags/model.ts";

export const POST_STATUSES = ["draft", "published", "archived"] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
export type ContentFormat = "html" | "markdown";

/** One entry of the contents list: `level` 2 or 3, `id` the anchor in the article's HTML. */
export type Heading = { level: 2 | 3; id: string; text: string };

/** An article as lists show it. Dates are ISO 8601 in UTC, `read_time` is in minutes. */
export type PostCard = {
  id: string;
  title: string;
  slug: string;
  description: string;
  excerpt: string;
  featured_image_url: string | null;
  /** what of the picture stays in sight where it is cut; absent: the middle */
  featured_image_focus?: Focus;
  category: CategoryRef | null;
  author: { full_name: string | null } | null;
  read_time: number;
  views_count: number;
  likes_count: number;
  comments_count: number;
  featured: boolean;
  published_at: string;
  updated_at: string;
  /** always empty in lists (specification, section 3) */
  tags: TagRef[];
  /** a search's find in the body: plain text around the first word found, else absent */
  snippet?: string;
};

/** A page of articles; `total` is exact up to `SEARCH_TOTAL_CAP`, where `total_is_capped` says that there are more. */
export type PostPage = {
  posts: PostCard[];
  total: number;
  total_is_capped: boolean;
  page: number;
  pages: number;
  limit: number;
  /** the current slugs of a category or tag that was asked for by one it had before; absent when nothing has moved */
  moved_to?: { category?: string; tag?: string };
};

/** Leads to a neighbouring article. */
export type PostLink = { title: string; slug: string };

/** An article in full, ready to show. `content_html` is sanitised and may be sent as it is. */
export type Post = PostCard & {
  first_published_at: string;
  /** what the featured image shows; empty when it only decorates */
  featured_image_alt: string;
  content_html: string;
  headings: Heading[];
  author: { full_name: string | null; bio: string } | null;
  /** whether readers can comment, where the site takes comments at all */
  comments_open: boolean;
  /** older and newer neighbours by publication */
  previous: PostLink | null;
  next: PostLink | null;
  related: PostCard[];
};

/** Page size of the listing until the owner has saved another (specification, section 9). */
export const LISTING_PAGE_SIZE = 6;
export const FEATURED_LIMIT = 4;
export const MAX_PAGE_SIZE = 50;
/** Pages beyond this are refused, not searched for. */
export const MAX_PAGE = 100_000;
export const WORDS_PER_MINUTE = 200;
/** Shown while there is nothing to measure (specification, section 9). */
export const DEFAULT_READ_TIME = 5;
/** A contents list is shown from this many headings on. */
export const CONTENTS_MIN_HEADINGS = 3;

/** An article's id: a UUID. */
export const POST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const POST_SLUG = /^[a-z0-9-]{1,254}$/;

/** Minutes that a text of `words` words takes, rounded up, at least one (specification, section 9). */
export function readTime(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}

const compact = (n: number, unit: number, suffix: string) =>
  `${(Math.floor((n / unit) * 10) / 10).toFixed(1).replace(/\.0$/, "")}${suffix}`;

/** A count as cards and articles print it: `999`, `1.2K`, `3.4M`; never rounded up to more than there is. */
export function compactCount(n: number): string {
  if (n >= 1_000_000) return compact(n, 1_000_000, "M");
  if (n >= 1000) return compact(n, 1000, "K");
  return String(n);
}

/** A count with its noun: `1 view`, `1.2K views`. */
export function countOf(n: number, noun: string): string {
  return `${compactCount(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** A like count as the listing prints it: over 999 `1.2k`, always one decimal (specification, section 2). */
export function listingLikes(n: number): string {
  return n > 999 ? `${(Math.floor(n / 100) / 10).toFixed(1)}k` : String(n);
}
