// Apart from model.ts, which readers' pages carry along: what only the back office needs to know of posts.
import type { CategoryRef } from "../categories/model.ts";
import type { TagRef } from "../tags/model.ts";
import type { ContentFormat, PostStatus } from "./model.ts";
import type { Planned } from "./scheduling/model.ts";

/** The name under which writers of posts, categories and tags take turns: their counters hang together. */
export const CONTENT_WRITES = "content writes";

/** Bounds of what an author fills in, in characters, and of how many tags (specification, section 9; the database's own). */
export const EDITING_LIMITS = {
  nameMin: 3,
  nameMax: 254,
  /** of a title that is edited, where only its absence keeps a post from being saved */
  editedTitleMax: 1000,
  descriptionMin: 10,
  contentMin: 50,
  summaryMax: 1000,
  contentMax: 1_000_000,
  tagMax: 100,
  tagsMax: 50,
  altMax: 300,
} as const;

/** The specification's own words (sections 5 and 8), and ours for what it leaves open. */
export const POST_MESSAGES = {
  titleRequired: "Title is required",
  titleTooShort: "Title must be at least 3 characters",
  titleTooLong: "Title must be less than 255 characters",
  slugRequired: "Slug is required",
  slugCharacters: "Slug can only contain lowercase letters, numbers, and hyphens",
  slugTooShort: "Slug must be at least 3 characters",
  slugTooLong: "Slug must be less than 255 characters",
  slugTaken: "A post with this slug already exists. Please choose a different slug.",
  descriptionTooShort: "Description must be at least 10 characters",
  contentTooShort: "Content must be at least 50 characters",
  categoryRequired: "Category is required",
  adminRequired: "Admin privileges required to create posts",
  inTrash: "This post is in the trash. Restore it to go on writing.",
  featuredImage: "Featured image must be a picture of this site's media",
  author: "Author must be an active admin",
} as const;

/** The address of an uploaded picture. */
export const MEDIA_ADDRESS = /^\/media\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9]{1,5}\.(avif|webp|jpg|png|gif)$/;

/** What the back office's list can be sorted by. */
const ADMIN_ORDERS = ["created_at", "updated_at", "published_at", "title", "views", "likes", "comments"] as const;
export type AdminOrder = (typeof ADMIN_ORDERS)[number];
/** The same as they are asked for: `-` before a name turns the order round. */
export const ADMIN_SORTS = [
  ...ADMIN_ORDERS,
  "-created_at",
  "-updated_at",
  "-published_at",
  "-title",
  "-views",
  "-likes",
  "-comments",
] as const;
export type AdminSort = (typeof ADMIN_SORTS)[number];

/** What is done to many posts at once, and to how many at most. */
export const BULK_ACTIONS = ["publish", "archive", "draft", "delete"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const BULK_MAX = 500;

/** A post as the back office lists it. Dates are ISO 8601 in UTC, `read_time` is in minutes. */
export type AdminPostRow = {
  id: string;
  title: string;
  slug: string;
  status: PostStatus;
  featured: boolean;
  category: CategoryRef | null;
  author: { id: string; full_name: string | null; email: string } | null;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  views_count: number;
  likes_count: number;
  comments_count: number;
  read_time: number;
  /** grows with every save */
  version: number;
  /** when changes were last kept that nobody has saved; null when there are none */
  staged_at: string | null;
  /** what happens to it by itself; null when nothing is planned */
  planned: Planned | null;
};

/** A post as it is edited: what was written, as it was written. */
export type AdminPost = AdminPostRow & {
  description: string;
  excerpt: string;
  content: string;
  content_format: ContentFormat;
  featured_image: string | null;
  featured_image_alt: string;
  category_id: string | null;
  tags: (TagRef & { id: string })[];
  first_published_at: string | null;
  comments_open: boolean;
  words: number;
};

/** A page of the back office's list; `counts` are those of the statuses within the other filters. */
export type AdminPostPage = {
  items: AdminPostRow[];
  total: number;
  page: number;
  pages: number;
  limit: number;
  counts: Record<PostStatus, number> & { all: number };
};

/**
 * The address that a title suggests (specification, section 5): lower case; everything but letters, digits, blanks and
 * hyphens dropped; blanks to hyphens; repeated hyphens to one. Accents are taken off their letters first, and hyphens at the
 * ends, which no address needs, are dropped.
 */
export function slugFromTitle(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-")
    .slice(0, EDITING_LIMITS.nameMax)
    .replace(/^-|-$/g, "");
}
