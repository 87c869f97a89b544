import type { ContentFormat, PostStatus } from "../model.ts";

/** A post as it stands in the form, finished or not: what was typed, as it was typed. */
export type Writing = {
  title: string;
  slug: string;
  description: string;
  excerpt: string;
  content: string;
  content_format: ContentFormat;
  /** the one that saving would give it */
  status: PostStatus;
  featured: boolean;
  category_id: string | null;
  /** names as typed */
  tags: string[];
  featured_image: string | null;
  featured_image_alt: string;
};

/** How long unfinished writing may be, in characters; of tags how many. Nothing here is a rule of posts: those come with saving. */
export const STAGING_LIMITS = { lineMax: 20_000, tagMax: 1000, tagsMax: 200, addressMax: 500 } as const;

/** How many new posts one admin may have begun and not saved. */
export const UNFINISHED_MAX = 100;

/** Who typed last; null when their account is gone. */
type Editor = { id: string; full_name: string | null; email: string };

/** What is said of a keeping; `updated_at` in ISO 8601, UTC. */
export type Staged = { version: number; updated_at: string; editor: Editor | null };

/** Changes of a post that wait to be saved; `base` is the post that they were begun from, `base_version` its version. */
export type StagedEdit = Staged & { writing: Writing; base: Writing; base_version: number };

/** A new post that was begun and never saved. */
export type Unfinished = { id: string; version: number; updated_at: string; writing: Writing };

/** One of them as the list names it; `opening`: the first words of its text. */
export type UnfinishedRow = { id: string; title: string; opening: string; updated_at: string };

/** What such a post is called: its title, else its first words. */
export const unfinishedName = ({ title, opening }: Pick<UnfinishedRow, "title" | "opening">): string =>
  title.trim() || opening || "Untitled";

const FIELDS = [
  "title",
  "slug",
  "description",
  "excerpt",
  "content",
  "content_format",
  "status",
  "featured",
  "category_id",
  "tags",
  "featured_image",
  "featured_image_alt",
] as const satisfies readonly (keyof Writing)[];

const differs = (a: Writing, b: Writing, field: keyof Writing) => JSON.stringify(a[field]) !== JSON.stringify(b[field]);

/**
 * What changes made from `base` do to a post that may have changed too.
 * @param now the post as it stands
 * @returns the fields that the changes are about; null when both changed the same field, and not to the same
 */
export function changesOnto(base: Writing, writing: Writing, now: Writing): Partial<Writing> | null {
  const changed = FIELDS.filter((field) => differs(base, writing, field));
  if (changed.some((field) => differs(base, now, field) && differs(writing, now, field))) return null;
  return Object.fromEntries(changed.map((field) => [field, writing[field]]));
}
