import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { PostStatus } from "../post-rules.ts";

/** A published page as it is kept in memory. */
export type PublishedPage = { slug: string; title: string; description: string; text: string; former_slugs: string[] };

/** Reads all published pages. There are few. */
export async function publishedPages(db: Db): Promise<PublishedPage[]> {
  const { rows } = await sql<PublishedPage>`
    select p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as description, p.content_text as text,
      array(select o.slug from post_slugs o where o.post_id = p.id) as former_slugs
    from posts p where not p.listed and p.kind = 'page' and p.status = 'published' order by lower(p.title), p.slug`.execute(db);
  return rows;
}

type PageRow = {
  id: string;
  title: string;
  slug: string;
  status: PostStatus;
  updated_at: Date;
  author_name: string | null;
  author_email: string | null;
  has_changes: boolean;
  planned_at: Date | null;
};

/** Reads the pages of every status, by title. */
export async function allPages(db: Db, limit: number): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select p.id, p.title, p.slug, p.status, p.updated_at, u.full_name as author_name, u.email as author_email,
      e.post_id is not null as has_changes, s.at as planned_at
    from posts p left join users u on u.id = p.author_id left join post_edits e on e.post_id = p.id
      left join post_schedules s on s.post_id = p.id
    where not p.listed and p.kind = 'page' and p.status <> 'trashed' order by lower(p.title), p.slug limit ${limit}`.execute(db);
  return rows;
}
