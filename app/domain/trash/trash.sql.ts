import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import type { TrashItem, TrashKind } from "./trash.ts";

/** The filter of a list; `search`: part of a title or note. */
export type TrashFilter = { kind?: TrashKind | undefined; search?: string | undefined };

export type TrashRow = Omit<TrashItem, "trashed_at" | "days_left"> & { trashed_at: Date };

/** Comments that were trashed themselves, not along with a post or another comment. */
const OWN = sql`c.status = 'trashed' and c.trashed_with is null and not c.trashed_with_post`;

const CONTENTS: Record<TrashKind, RawBuilder<unknown>> = {
  post: sql`select 'post' as kind, id, title, trashed_slug as note, trashed_at from posts where status = 'trashed'`,
  comment: sql`select 'comment', c.id, left(c.content, 300), p.title, c.trashed_at
    from comments c join posts p on p.id = c.post_id where ${OWN}`,
  category: sql`select 'category', id, name, slug, trashed_at from trashed_categories`,
};
const everything = sql`(${CONTENTS.post} union all ${CONTENTS.comment} union all ${CONTENTS.category}) t`;

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`t.title || E'\n' || t.note`, sql`${search}::text`);

/** How many items of each kind match a search. */
export async function countByKind(db: Db, search: string | undefined): Promise<{ kind: TrashKind; n: number }[]> {
  const { rows } = await sql<{ kind: TrashKind; n: number }>`
    select t.kind, count(*)::int as n from ${everything} where ${matching(search)} group by t.kind`.execute(db);
  return rows;
}

/** One page of the trash, newest first. */
export async function trashRows(
  db: Db,
  { kind, search }: TrashFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashRow[]> {
  const ofKind = kind === undefined ? sql`true` : sql`t.kind = ${kind}`;
  const { rows } = await sql<TrashRow>`
    with page as materialized (
      select t.* from ${everything} where ${ofKind} and ${matching(search)}
      order by t.trashed_at desc, t.kind, t.id limit ${limit} offset ${offset}
    )
    select page.kind, page.id, page.title, page.note, page.trashed_at, coalesce(p.trashed_status, c.trashed_status) as was,
      case page.kind
        when 'post' then (select count(*)::int from comments o where o.post_id = page.id and o.trashed_with_post)
        when 'comment' then (select count(*)::int from comments o where o.trashed_with = page.id)
        else (select count(*)::int from trashed_category_posts o where o.category_id = page.id)
      end as along,
      coalesce((select o.status = 'trashed' from posts o where o.id = c.post_id), false) as waits_for_post,
      case when u.id is not null then json_build_object('full_name', u.full_name, 'email', u.email) end as trashed_by
    from page left join posts p on page.kind = 'post' and p.id = page.id
      left join comments c on page.kind = 'comment' and c.id = page.id
      left join trashed_categories g on page.kind = 'category' and g.id = page.id
      left join users u on u.id = coalesce(p.trashed_by, c.trashed_by, g.trashed_by)
    order by page.trashed_at desc, page.kind, page.id`.execute(db);
  return rows;
}

/** Ids of items of one kind, oldest first. @param before only items that were trashed before that moment */
export async function oldestIds(db: Db, kind: TrashKind, limit: number, before?: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${CONTENTS[kind]}) t (kind, id, title, note, trashed_at)
    where ${before === undefined ? sql`true` : sql`trashed_at < ${before}`} order by trashed_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
