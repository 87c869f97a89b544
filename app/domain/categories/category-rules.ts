import { cutText } from "../text-rules.ts";

export const DEFAULT_CATEGORY_COLOR = "#3b82f6";

export const UNCATEGORIZED = "Uncategorized";

export const CATEGORY_SLUG = /^[a-z0-9-]{1,100}$/;

export const CATEGORY_SORTS = ["name", "-name", "posts_count", "-posts_count", "created_at", "-created_at"] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

/** Characters, as in the database. */
export const CATEGORY_LIMITS = { name: 100, slug: 100, description: 500, heading: 120, intro: 3000 } as const;

export const paragraphsOf = (intro: string): string[] => intro.split(/\n\s*\n/).filter((one) => one.trim() !== "");

const SUMMARY_MAX = 200;

/** For feeds and link previews of a category without a description. */
export function summaryOf(intro: string): string {
  const first = (paragraphsOf(intro)[0] ?? "").replace(/\s+/g, " ").trim();
  return first.length <= SUMMARY_MAX ? first : `${cutText(first, SUMMARY_MAX).replace(/\s+\S*$/, "")}…`;
}

/** Lower case, with hyphens for spaces (specification, section 5), without characters that a slug can't have; may be empty. */
export function categorySlug(name: string): string {
  const plain = name.trim().toLowerCase().normalize("NFKD").replace(/\s+/g, "-");
  return plain.replace(/[^a-z0-9-]/g, "").slice(0, CATEGORY_LIMITS.slug);
}
