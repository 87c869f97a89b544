/** A category as the public sees it; `posts_count` counts published articles. */
export type Category = {
  id: string;
  name: string;
  slug: string;
  description: string;
  /** `#rrggbb`, lower case */
  color: string;
  posts_count: number;
};

/** What an article carries of its category. */
export type CategoryRef = Pick<Category, "id" | "name" | "slug" | "color">;

export const DEFAULT_CATEGORY_COLOR = "#3b82f6";

/** The badge of an article without a category. */
export const UNCATEGORIZED = "Uncategorized";

export const CATEGORY_SLUG = /^[a-z0-9-]{1,100}$/;

/** A category as the back office lists it; `posts_count` counts posts of every status. `created_at` is ISO 8601 in UTC. */
export type AdminCategory = Category & { published_count: number; created_at: string };

/** A page of them. */
export type AdminCategoryPage = { items: AdminCategory[]; total: number; page: number; pages: number; limit: number };

export const CATEGORY_SORTS = ["name", "-name", "posts_count", "-posts_count", "created_at", "-created_at"] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

/** Bounds in characters; the database's own. */
export const CATEGORY_LIMITS = { name: 100, slug: 100, description: 500 } as const;

export const CATEGORY_MESSAGES = {
  nameRequired: "Name is required",
  slugRequired: "Slug is required",
  slugCharacters: "Slug can only contain lowercase letters, numbers, and hyphens",
  slugTaken: "A category with this slug already exists. Please choose a different slug.",
  color: "Color must be of the form #rrggbb",
} as const;

/**
 * The slug that a category's name suggests: lower case, spaces turned to hyphens (specification, section 5), without what no
 * slug may hold. Empty when nothing is left.
 */
export function categorySlug(name: string): string {
  const plain = name.trim().toLowerCase().normalize("NFKD").replace(/\s+/g, "-");
  return plain.replace(/[^a-z0-9-]/g, "").slice(0, CATEGORY_LIMITS.slug);
}
