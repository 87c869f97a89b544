// What the back office needs of posts beside their types: values and formulas, without zod.

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

/**
 * How long unfinished writing may be, in characters; of tags how many. Nothing here is a rule of posts: those come with saving.
 */
export const STAGING_LIMITS = { lineMax: 20_000, tagMax: 1000, tagsMax: 200, addressMax: 500 } as const;

/** What happens to a post by itself: it is published, or its waiting changes are. */
export const PLAN_KINDS = ["publish", "update"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

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

export const REVISION_NAME_MAX = 100;

/** What lists call an unfinished post: its title, else its first words. */
export const unfinishedName = ({ title, opening }: { title: string; opening: string }): string =>
  title.trim() || opening || "Untitled";
