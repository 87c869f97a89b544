export const TAG_SLUG = /^\S{1,100}$/;

export const TAG_SORTS = ["name", "-name", "posts_count", "-posts_count", "created_at", "-created_at"] as const;
export type TagSort = (typeof TAG_SORTS)[number];

/** As in the database. */
export const TAG_NAME_MAX = 100;

export const TAG_MESSAGES = {
  nameRequired: "Name is required",
  taken: "A tag with this name already exists. Merge the two instead.",
} as const;

/**
 * Trimmed, without duplicates, the slug in lower case with hyphens for spaces (specification, section 5), letters composed in one way. Of
 * several spellings with one slug, the first becomes the name.
 */
export function tagsFromNames(names: string[]): { name: string; slug: string }[] {
  const bySlug = new Map<string, { name: string; slug: string }>();
  for (const raw of names) {
    const name = raw.normalize("NFC").trim();
    const slug = name.toLowerCase().replace(/\s+/g, "-");
    if (slug && !bySlug.has(slug)) bySlug.set(slug, { name, slug });
  }
  return [...bySlug.values()];
}
