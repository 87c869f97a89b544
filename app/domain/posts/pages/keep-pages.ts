import { sql } from "kysely";
import { foldText } from "../../../platform/fold-text.ts";
import type { Context } from "../../context.ts";
import { SHIPPED_PAGES, type ShippedPage } from "./page-rules.ts";

type PublishedPage = { slug: string; title: string; description: string; text: string; former_slugs: string[] };

/** A page among the results of a search. */
export type FoundPage = Pick<PublishedPage, "slug" | "title" | "description">;

/** The most pages that a search lists. */
const FOUND_MAX = 5;

/** A page with its text prepared for searches. */
type KeptPage = FoundPage & { words: string };

type Kept = { pages: KeptPage[]; slugs: Set<string>; replaced: ShippedPage[] };

function keep(rows: PublishedPage[]): Kept {
  return {
    pages: rows.map(({ slug, title, description, text }) => ({
      slug,
      title,
      description,
      words: foldText([title, description, text].join("\n")),
    })),
    slugs: new Set(rows.flatMap(({ slug, former_slugs }) => [slug, ...former_slugs])),
    replaced: SHIPPED_PAGES.filter((name) => rows.some(({ slug }) => slug === name)),
  };
}

/**
 * Keeps the published pages in memory, because every request for an unknown path asks whether it is a page's, and a search looks through
 * their texts.
 */
export function keepPages(ctx: Context) {
  let kept: Kept | null = null;
  let newest = 0;

  /** Reads the pages again after a change. If that fails, the earlier ones stay. */
  async function renew(): Promise<void> {
    const turn = ++newest;
    try {
      const { rows } = await sql<PublishedPage>`
        select p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as description, p.content_text as text,
          array(select o.slug from post_slugs o where o.post_id = p.id) as former_slugs
        from posts p where not p.listed and p.kind = 'page' and p.status = 'published'
        order by lower(p.title), p.slug`.execute(ctx.db);
      // A slow answer is ignored if a later query has been sent.
      if (turn === newest) kept = keep(rows);
    } catch (err) {
      ctx.log.warn({ err }, "own pages could not be read; the earlier ones stay");
    }
  }

  return {
    renew,
    /** Whether a published page has, or once had, this slug. Until the pages have been read, any slug may be one's. */
    mayHave: (slug: string): boolean => kept?.slugs.has(slug) ?? true,
    /** The pages of the product whose text the owner has replaced. */
    replaced: (): ShippedPage[] => kept?.replaced ?? [],
    /** Finds up to five pages that contain all words of the term, by title. */
    search(term: string): FoundPage[] {
      const words = foldText(term).split(/\s+/).filter(Boolean);
      if (words.length === 0) return [];
      const found = (kept?.pages ?? []).filter((page) => words.every((word) => page.words.includes(word)));
      return found.slice(0, FOUND_MAX).map(({ slug, title, description }) => ({ slug, title, description }));
    },
  };
}

/** The published pages in memory. */
export type KeptPages = ReturnType<typeof keepPages>;
