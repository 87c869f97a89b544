import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { PostStatus } from "../post-rules.ts";

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

export async function allPages(db: Db, limit: number): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select p.id, p.title, p.slug, p.status, p.updated_at, u.full_name as author_name, u.email as author_email,
      e.post_id is not null as has_changes, s.at as planned_at
    from posts p left join users u on u.id = p.author_id left join post_edits e on e.post_id = p.id
      left join post_schedules s on s.post_id = p.id
    where not p.listed and p.kind = 'page' and p.status <> 'trashed' order by lower(p.title), p.slug limit ${limit}`.execute(db);
  return rows;
}
