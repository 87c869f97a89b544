import { sql } from "kysely";
import { columnsOf } from "../../platform/database/columns.ts";
import type { Db } from "../../platform/database/db.ts";
import type { PlanKind } from "./edit-rules.ts";
import { EDITOR_FIELDS, type PostColumn, type PostFields, ROW_FIELDS } from "./post.ts";
import type { AdminPost } from "./post-shapes.ts";
import type { Reach } from "./reach.sql.ts";

export type AdminRow = Pick<PostFields, (typeof ROW_FIELDS)[number]> & {
  id: string;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  views_count: number;
  likes_count: number;
  comments_count: number;
  reading_time: number;
  version: number;
  category_id: string | null;
  category_name: string | null;
  category_slug: string | null;
  category_color: string | null;
  author_id: string | null;
  author_name: string | null;
  author_email: string | null;
  staged_at: Date | null;
  plan_kind: PlanKind | null;
  plan_at: Date | null;
  plan_failure: string | null;
  handed_in_at: Date | null;
  hand_in_note: string | null;
  hand_in_version: number | null;
  hand_in_user_id: string | null;
  hand_in_name: string | null;
};

/** They need `posts p` and the joins below. */
export const adminColumns = sql`
  p.id, ${columnsOf("p", ROW_FIELDS)}, p.created_at, p.updated_at, p.published_at, p.views_count, p.likes_count,
  p.comments_count, p.reading_time, p.version, p.category_id, c.name as category_name, c.slug as category_slug,
  c.color as category_color, p.author_id, u.full_name as author_name, u.email as author_email, e.updated_at as staged_at,
  s.kind as plan_kind, s.at as plan_at, s.failure as plan_failure,
  h.handed_in_at, h.note as hand_in_note, h.version as hand_in_version, h.user_id as hand_in_user_id, w.full_name as hand_in_name`;
export const adminJoins = sql`
  left join categories c on c.id = p.category_id left join users u on u.id = p.author_id
  left join post_edits e on e.post_id = p.id left join post_schedules s on s.post_id = p.id
  left join hand_ins h on h.post_id = p.id left join users w on w.id = h.user_id`;

export type EditRow = AdminRow &
  Pick<PostFields, PostColumn> & {
    content_text: string;
    first_published_at: Date | null;
    comments_open: boolean;
    comments_stay_open: boolean;
    listed: boolean;
    tags: { id: string; name: string; slug: string }[];
    translations: AdminPost["translations"];
    coauthors: AdminPost["coauthors"];
  };

/** Any status except `trashed`. `lock` prevents other changes until the transaction ends. */
export async function findForEditing(db: Db, id: string, reach: Reach, { lock = false } = {}): Promise<EditRow | undefined> {
  const { rows } = await sql<EditRow>`
    select ${adminColumns}, ${columnsOf("p", EDITOR_FIELDS)}, p.content_text, p.first_published_at, p.comments_open, p.comments_stay_open, p.listed, (
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name, t.slug), '[]')
        from posts_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id
      ) as tags, (
        select coalesce(json_agg(json_build_object('id', o.id, 'language', o.language, 'title', o.title, 'slug', o.slug, 'status', o.status)
          order by o.language), '[]')
        from posts o where o.translation_group = p.translation_group and o.id <> p.id and o.status <> 'trashed'
          and (o.status = 'published' or ${reach(sql`o.id`)})
      ) as translations, (
        select coalesce(json_agg(json_build_object('id', o.id, 'full_name', o.full_name, 'email', o.email) order by a.position), '[]')
        from post_coauthors a join users o on o.id = a.user_id where a.post_id = p.id
      ) as coauthors
    from posts p ${adminJoins} where p.id = ${id}::uuid
    and p.status <> 'trashed' and ${reach(sql`p.id`)} ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}
