// Needed by the back office, so without zod.

/** Serializes writes of posts, categories and tags, because their counters depend on each other. */
export const CONTENT_WRITES = "content writes";

/** Authors after the first. */
export const COAUTHORS_MAX = 9;

/** Characters, and the number of tags (specification, section 9; the database's own). */
export const EDITING_LIMITS = {
  nameMin: 3,
  nameMax: 254,
  /** of an edited title, which only has to be present */
  editedTitleMax: 1000,
  descriptionMin: 10,
  contentMin: 50,
  summaryMax: 1000,
  contentMax: 1_000_000,
  tagMax: 100,
  tagsMax: 50,
  altMax: 300,
} as const;

/** Characters, and the number of tags, of unfinished posts and staged edits. The rules of posts apply on saving. */
export const STAGING_LIMITS = { lineMax: 20_000, tagMax: 1000, tagsMax: 200, addressMax: 500 } as const;

/** A plan publishes a draft, or applies a staged edit. */
export const PLAN_KINDS = ["publish", "update"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Of the specification (sections 5 and 8); our own where it leaves the text open. */
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
  handedIn: "This post is handed in. You can change it again once an editor has sent it back, or when you withdraw it.",
  reviewBegun: "An editor has already changed or scheduled this post. Ask them to send it back.",
  inTrash: "This post is in the trash. Restore it to continue writing.",
  pageSlugReserved: "This URL belongs to the site itself. Please choose a different slug.",
  pageListed: "A page is never in lists",
  featuredImage: "Featured image must be in this site’s media library",
  imageInTrash: "An image of the text is in the trash. Remove it from the text.",
  author: "Author must be an active user who may write",
  firstAuthor: "Choose a first author before further ones",
  authorTwice: "Nobody can be an author twice",
  changeRefused: "This post was published or has a plan, so only an author or editor can change it",
  publishRefused: "You can write drafts, but not publish them",
  languageRefused: "Versions of this post were published, so only an author or editor can change its language",
  featuredRefused: "Only editors choose which posts are featured",
  pageRefused: "Only editors create pages",
  authorRefused: "Only editors change who a post is by",
  translationExists: "This article already has a version in this language",
  translationOfItself: "A post isn’t a translation of itself",
  translationOfMissing: "There is no such post outside the trash",
  pageTranslated: "Only articles have translations, not pages",
} as const;

export const MEDIA_ADDRESS = /^\/media\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9]{1,5}\.(avif|webp|jpg|png|gif)$/;

const ADMIN_ORDERS = ["created_at", "updated_at", "published_at", "title", "views", "likes", "comments"] as const;
export type AdminOrder = (typeof ADMIN_ORDERS)[number];
/** A leading `-` reverses the order. */
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

export const BULK_ACTIONS = ["publish", "archive", "draft", "delete"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const BULK_MAX = 500;

/**
 * Specification, section 5: lower case, only letters, digits and single hyphens, which stand for spaces. Letters lose their accents first;
 * the ends lose their hyphens.
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

/** The title, else the first words. */
export const unfinishedName = ({ title, opening }: { title: string; opening: string }): string =>
  title.trim() || opening || "Untitled";
