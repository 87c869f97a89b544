/** What an article carries of a tag. */
export type TagRef = { name: string; slug: string };

/** A tag as the public sees it; `posts_count` counts published articles. */
export type Tag = TagRef & { id: string; posts_count: number };

/** A tag's slug: no white space, at most 100 characters. */
export const TAG_SLUG = /^\S{1,100}$/;

/**
 * Names of tags as an author types them, comma-separated, to stored tags: trimmed, empties dropped, lower case,
 * spaces to hyphens, duplicates removed (specification, section 5). The first spelling gives the name.
 */
export function tagsFromNames(names: string[]): TagRef[] {
  const bySlug = new Map<string, TagRef>();
  for (const raw of names) {
    const name = raw.trim();
    const slug = name.toLowerCase().replace(/\s+/g, "-");
    if (slug && !bySlug.has(slug)) bySlug.set(slug, { name, slug });
  }
  return [...bySlug.values()];
}

/** A tag as the back office lists it; `posts_count` counts posts of every status. `created_at` is ISO 8601 in UTC. */
export type AdminTag = Tag & { published_count: number; created_at: string };

/** A page of them. */
export type AdminTagPage = { items: AdminTag[]; total: number; page: number; pages: number; limit: number };

export const TAG_SORTS = ["name", "-name", "posts_count", "-posts_count", "created_at", "-created_at"] as const;
export type TagSort = (typeof TAG_SORTS)[number];

/** The longest name, in characters; the database's own. */
export const TAG_NAME_MAX = 100;

export const TAG_MESSAGES = {
  nameRequired: "Name is required",
  taken: "A tag with this name already exists. Merge the two instead.",
} as const;
