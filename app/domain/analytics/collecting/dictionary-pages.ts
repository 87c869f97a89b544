import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { HIT_LIMITS } from "../model.ts";
import { slugOfPath, titleOfPath } from "./addresses.ts";

type Db = Kysely<DB>;
type Page = { path: string; title: string; post_id: string | null };

/** The published articles at these slugs, also those that they once had. */
async function articlesAt(db: Db, slugs: string[]): Promise<Map<string, { id: string; title: string }>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await sql<{ slug: string; id: string; title: string }>`
    select p.slug, p.id, p.title from posts p where p.slug = any(${slugs}) and p.status = 'published'
    union all
    select s.slug, p.id, p.title from post_slugs s join posts p on p.id = s.post_id
    where s.slug = any(${slugs}) and p.status = 'published' and not exists (select from posts q where q.slug = s.slug)`.execute(
    db,
  );
  return new Map(rows.map(({ slug, id, title }) => [slug, { id, title }]));
}

/** Adds pages, or brings their titles up to date. Numbers by path. */
async function storedPages(db: Db, pages: Page[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ path: string; id: number }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as row (path text, title text, post_id uuid)
    ), same as materialized (
      select p.id, p.path from analytics_paths p join wanted w using (path)
      where p.title = w.title and p.post_id is not distinct from w.post_id
    ), changed as (
      insert into analytics_paths (path, title, post_id)
      select path, title, post_id from wanted where path not in (select path from same) order by path
      on conflict (path) do update set title = excluded.title, post_id = excluded.post_id returning id, path
    )
    select id, path from same union all select id, path from changed`.execute(db);
  return new Map(rows.map(({ path, id }) => [path, id]));
}

/**
 * The numbers of those paths that the site has a page for. What a page calls itself is anybody's word, so its title is
 * the article's, or the one that we know of it.
 */
export async function pageIds(db: Db, paths: string[]): Promise<Map<string, number>> {
  const slugs = paths.flatMap((path) => slugOfPath(path) ?? []);
  const articles = await articlesAt(db, slugs);
  const pages = paths.flatMap((path): Page[] => {
    const title = titleOfPath(path);
    if (title !== undefined) return [{ path, title, post_id: null }];
    const article = articles.get(slugOfPath(path) ?? "");
    return article ? [{ path, title: article.title.slice(0, HIT_LIMITS.title), post_id: article.id }] : [];
  });
  return pages.length > 0 ? storedPages(db, pages) : new Map();
}
