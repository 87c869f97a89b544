import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { CommentStatus, SpamReason } from "./comment-rules.ts";

type Db = Kysely<DB>;

const isKept = sql`c.status <> 'trashed'`;

/** What the back office reads of a comment. */
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

/** A comment as moderation finds it. */
export type ModeratedRow = { id: string; content: string; status: CommentStatus; is_spam: boolean; open_reports: number };

/** Locks comments until the transaction ends, in the order of their ids, so that nobody waits in a circle; none of the trash. */
export async function lockComments(db: Db, ids: string[]): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select c.id, c.content, c.status, c.is_spam,
      (select count(*)::int from comment_reports r where r.comment_id = c.id and r.settled_at is null) as open_reports
    from comments c where c.id = any(${ids}::uuid[]) and ${isKept} order by c.id for no key update of c`.execute(db);
  return rows;
}

/** Sets where comments stand. Approved ones are no spam; why one was taken for it stays, unless it isn't any more. */
export const setStanding = (
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
