import { sql } from "kysely";
import { foldText } from "../../../platform/fold-text.ts";
import type { Context } from "../../context.ts";
import type { SearchedWord } from "../../search/search-articles.ts";
import { SHIPPED_PAGES, type ShippedPage } from "./page-rules.ts";

type PublishedPage = { slug: string; title: string; description: string; text: string; stems: string[]; former_slugs: string[] };

export type FoundPage = Pick<PublishedPage, "slug" | "title" | "description">;

const FOUND_MAX = 5;

/** In memory: every request for an unknown path asks for them, and a search looks through their texts. */
export type PublicPages = {
  /** by title, each with its text prepared for searches, and its stems */
  pages: (FoundPage & { words: string; stems: Set<string> })[];
  slugs: Set<string>;
  replaced: ShippedPage[];
};

export async function readPublicPages(db: Context["db"]): Promise<PublicPages> {
  const { rows } = await sql<PublishedPage>`
    select p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as description, p.content_text as text,
      stems_of(search_config(coalesce(p.language, site_language())), concat_ws(E'\n', p.title, p.description, p.content_text)) as stems,
      array(select o.slug from post_slugs o where o.post_id = p.id) as former_slugs
    from posts p where not p.listed and p.kind = 'page' and p.status = 'published'
    order by lower(p.title), p.slug`.execute(db);
  return {
    pages: rows.map(({ slug, title, description, text, stems }) => ({
      slug,
      title,
      description,
      words: foldText([title, description, text].join("\n")),
      stems: new Set(stems),
    })),
    slugs: new Set(rows.flatMap(({ slug, former_slugs }) => [slug, ...former_slugs])),
    replaced: SHIPPED_PAGES.filter((name) => rows.some(({ slug }) => slug === name)),
  };
}

/** Up to five pages that have all the words, or their stems, by title. */
export function searchPages({ pages }: PublicPages, words: SearchedWord[]): FoundPage[] {
  if (words.length === 0) return [];
  const found = pages.filter((page) =>
    words.every(({ word, stems }) => page.words.includes(word) || stems.some((stem) => page.stems.has(stem))),
  );
  return found.slice(0, FOUND_MAX).map(({ slug, title, description }) => ({ slug, title, description }));
}
