import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { CommentStatus, SpamReason } from "./comment-rules.ts";

const isKept = sql`c.status <> 'trashed'`;

/** A comment as the back office reads it. */
export type AdminRow = {
  id: string;
  content: string;
  status: CommentStatus;
  is_spam: boolean;
  spam_reason: SpamReason | null;
  is_reply: boolean;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
  post: { id: string; title: string; slug: string; status: string };
  author: { id: string; full_name: string | null; email: string } | null;
  guest_name: string | null;
  parent: { id: string; content: string; author: { full_name: string | null } | null } | null;
};

/** Reads comments by id, in the order of the ids. */
export async function findForAdmin(db: Db, ids: string[]): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    select c.id, c.content, c.status, c.is_spam, c.spam_reason, c.is_reply, c.guest_name, c.created_at, c.updated_at, c.edited_at,
      json_build_object('id', p.id, 'title', p.title, 'slug', p.slug, 'status', p.status) as post,
      case when u.id is not null then json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email) end as author,
      case when a.id is not null then json_build_object('id', a.id, 'content', a.content, 'author',
        case when coalesce(au.id::text, a.guest_name) is not null
          then json_build_object('full_name', coalesce(nullif(au.full_name, ''), a.guest_name, case when au.role = 'admin' then au.email end)) end) end as parent
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join comments c on c.id = wanted.id
      join posts p on p.id = c.post_id left join users u on u.id = c.author_id
      left join comments a on a.id = c.reply_to_id left join users au on au.id = a.author_id
    where ${isKept} order by wanted.place`.execute(db);
  return rows;
}

/** A comment before moderation. */
export type ModeratedRow = { id: string; content: string; status: CommentStatus; is_spam: boolean; open_reports: number };

/**
 * Locks comments until the transaction ends, in the order of their ids, so that transactions don't deadlock. Skips trashed ones.
 */
export async function lockComments(db: Db, ids: string[]): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select c.id, c.content, c.status, c.is_spam,
      (select count(*)::int from comment_reports r where r.comment_id = c.id and r.settled_at is null) as open_reports
    from comments c where c.id = any(${ids}::uuid[]) and ${isKept} order by c.id for no key update of c`.execute(db);
  return rows;
}

/** Sets status and spam mark. The reason for the spam mark stays until the mark is removed. */
export const updateModeration = (
  db: Db,
  ids: string[],
  { status, isSpam, now }: { status: CommentStatus | undefined; isSpam: boolean | undefined; now: Date },
) =>
  db
    .updateTable("comments")
    .set({
      updated_at: now,
      ...(status && { status }),
      ...(isSpam !== undefined && {
        is_spam: isSpam,
        spam_reason: isSpam ? sql<string>`coalesce(spam_reason, 'marked_by_admin')` : null,
      }),
    })
    .where("id", "in", ids)
    .execute();

/** Moves comments to the trash, each with its replies. Locks them in the order of their ids. */
export async function moveToTrash(db: Db, ids: string[], { by, now }: { by: string | null; now: Date }): Promise<void> {
  await sql`
    with going as (
      select id, case when id <> all(${ids}::uuid[]) then parent_id end as gone_with from comments
      where status <> 'trashed' and (id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[])) order by id for no key update
    )
    update comments c set status = 'trashed', trashed_status = c.status, trashed_at = ${now}, trashed_by = ${by}::uuid,
      trashed_with = going.gone_with
    from going where c.id = going.id`.execute(db);
}

/** A comment in the trash. `post_is_trashed`: it can't be restored before its article. */
type TrashedComment = { id: string; content: string; status: CommentStatus; post_is_trashed: boolean };

/** Locks comments in the trash, in the order of their ids, except those that were trashed along with something else. */
export async function lockTrashed(db: Db, ids: string[]): Promise<TrashedComment[]> {
  const { rows } = await sql<TrashedComment>`
    select c.id, c.content, c.trashed_status as status, p.status = 'trashed' as post_is_trashed
    from comments c join posts p on p.id = c.post_id
    where c.id = any(${ids}::uuid[]) and c.status = 'trashed' and c.trashed_with is null and not c.trashed_with_post
    order by c.id for no key update of c`.execute(db);
  return rows;
}

/**
 * Restores comments with their former status, and what was trashed along with them. @returns the ids of those that are public now
 */
export async function takeFromTrash(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    with coming as (
      select id from comments where status = 'trashed' and (id = any(${ids}::uuid[]) or trashed_with = any(${ids}::uuid[]))
      order by id for no key update
    )
    update comments c set status = c.trashed_status, trashed_status = null, trashed_at = null, trashed_by = null, trashed_with = null
    from coming where c.id = coming.id returning c.id, c.status`.execute(db);
  return rows.filter(({ status }) => status === "approved").map(({ id }) => id);
}

/** Deletes comments in the trash permanently, with what was trashed along with them. */
export async function deleteComments(db: Db, ids: string[]): Promise<void> {
  await sql`delete from comments where status = 'trashed' and (id = any(${ids}::uuid[]) or trashed_with = any(${ids}::uuid[]))`.execute(
    db,
  );
}
