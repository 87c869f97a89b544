import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { CommentStatus } from "./comment-rules.ts";

type Db = Kysely<DB>;

/** Moves comments into the trash, each with the replies that stand under it. Locked in the order of their ids. */
export async function putAway(db: Db, ids: string[], { by, now }: { by: string | null; now: Date }): Promise<void> {
  await sql`
    with going as (
      select id, case when id <> all(${ids}::uuid[]) then parent_id end as gone_with from comments
      where status <> 'trashed' and (id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[])) order by id for no key update
    )
    update comments c set status = 'trashed', trashed_status = c.status, trashed_at = ${now}, trashed_by = ${by}::uuid,
      trashed_with = going.gone_with
    from going where c.id = going.id`.execute(db);
}

/** A comment in the trash; `post_is_trashed`: it can't come back before its article. */
export type TrashedComment = { id: string; content: string; status: CommentStatus; post_is_trashed: boolean };

/** Locks comments of the trash in the order of their ids, those aside that went along with something else. */
export async function lockTrashed(db: Db, ids: string[]): Promise<TrashedComment[]> {
  const { rows } = await sql<TrashedComment>`
    select c.id, c.content, c.trashed_status as status, p.status = 'trashed' as post_is_trashed
    from comments c join posts p on p.id = c.post_id
    where c.id = any(${ids}::uuid[]) and c.status = 'trashed' and c.trashed_with is null and not c.trashed_with_post
    order by c.id for no key update of c`.execute(db);
  return rows;
}

/** Brings comments back as they were, and what went along with them. @returns the ids of those that are public by now */
export async function bringBack(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    with coming as (
      select id from comments where status = 'trashed' and (id = any(${ids}::uuid[]) or trashed_with = any(${ids}::uuid[]))
      order by id for no key update
    )
    update comments c set status = c.trashed_status, trashed_status = null, trashed_at = null, trashed_by = null, trashed_with = null
    from coming where c.id = coming.id returning c.id, c.status`.execute(db);
  return rows.filter(({ status }) => status === "approved").map(({ id }) => id);
}

/** Deletes comments of the trash for good, with what went along with them. */
export async function deleteComments(db: Db, ids: string[]): Promise<void> {
  await sql`delete from comments where status = 'trashed' and (id = any(${ids}::uuid[]) or trashed_with = any(${ids}::uuid[]))`.execute(
    db,
  );
}
