import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** The number of rows: in total, since `since`, and from `before` to `since`. */
export type RowCounts = { total: number; current: number; previous: number };

/**
 * Each table with the column of its time. Posts are counted in the catalog, whose rows are short; it doesn't contain the trash.
 */
const COUNTED = {
  post_catalog: "created_at",
  users: "created_at",
  comments: "created_at",
  post_views: "viewed_at",
} as const;

/** Counts the rows of a table, in total and in two consecutive periods. */
export async function countRows(
  db: Db,
  table: keyof typeof COUNTED,
  { since, before }: { since: Date; before: Date },
): Promise<RowCounts> {
  const [name, time] = [sql.table(table), sql.ref(COUNTED[table])];
  const condition = table === "comments" ? sql`status <> 'trashed'` : sql`true`;
  const { rows } = await sql<RowCounts>`select
    (select count(*)::int from ${name} where ${condition}) as total,
    (select count(*)::int from ${name} where ${condition} and ${time} >= ${since}) as current,
    (select count(*)::int from ${name} where ${condition} and ${time} >= ${before} and ${time} < ${since}) as previous`.execute(
    db,
  );
  return rows[0] ?? { total: 0, current: 0, previous: 0 };
}

/** The newest posts, of any status. */
export const newestPosts = (db: Db, limit: number) =>
  db
    .selectFrom("post_catalog")
    .innerJoin("posts", "posts.id", "post_catalog.post_id")
    .leftJoin("users", "users.id", "posts.author_id")
    .select(["posts.id", "posts.title", "posts.status", "posts.created_at", "users.full_name", "users.email"])
    .orderBy("post_catalog.created_at", "desc")
    .orderBy("post_catalog.post_id", "desc")
    .limit(limit)
    .execute();

/** The newest comments, of any status, each with the first characters of its text. */
export const newestComments = (db: Db, limit: number, length: number) =>
  db
    .selectFrom("comments")
    .innerJoin("posts", "posts.id", "comments.post_id")
    .leftJoin("users", "users.id", "comments.author_id")
    .select(["comments.id", "comments.status", "comments.created_at", "posts.title", "users.email"])
    .select(sql<string | null>`coalesce(users.full_name, comments.guest_name)`.as("full_name"))
    .select(sql<string>`left(comments.content, ${length})`.as("text"))
    .where("comments.status", "<>", "trashed")
    .orderBy("comments.created_at", "desc")
    .orderBy("comments.id", "desc")
    .limit(limit)
    .execute();

/** How many comments wait for a decision; spam doesn't count. */
export async function countPendingComments(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("status", "=", "pending")
    .where("is_spam", "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * How many users wait for a link that no mail server sent: a sign-up to confirm, an invitation, or a link that is still valid. The
 * links are in the outbox.
 */
export async function countPeopleWaiting(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct lower(o.recipient))::int as count from outbox o left join users u on lower(u.email) = lower(o.recipient)
    where o.state = 'kept' and o.link is not null and (
      (o.kind = 'confirm' and u.id is not null and u.email_confirmed_at is null)
      or (o.kind = 'invite' and u.invited_at is not null)
      or (o.kind in ('recovery', 'magiclink', 'email_change') and o.useful_until > ${now}))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many articles have pictures on other hosts than the site's, and on which ones, the most common first. */
export async function offsitePictures(db: Db, ownHost: string, limit: number): Promise<{ posts: number; hosts: string[] }> {
  const { rows } = await sql<{ posts: number; hosts: string[] }>`
    with found as (
      select h.post_id, h.host from post_picture_hosts h join post_catalog d on d.post_id = h.post_id
      where d.status = 'published' and h.host <> ${ownHost}
    )
    select (select count(distinct post_id)::int from found) as posts, array(
      select host from found group by host order by count(*) desc, host limit ${limit}) as hosts`.execute(db);
  return rows[0] ?? { posts: 0, hosts: [] };
}

/** How many mails wait or were given up. */
export async function countUnsentMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("state", "in", ["waiting", "given up"])
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether an article was ever published that isn't demo content, and whether there are demo articles. */
export async function findArticles(db: Db): Promise<{ hasOwn: boolean; hasDemo: boolean }> {
  const { rows } = await sql<{ hasOwn: boolean; hasDemo: boolean }>`select
    exists (select from posts where not is_demo and kind = 'post' and first_published_at is not null) as "hasOwn",
    exists (select from posts where is_demo) as "hasDemo"`.execute(db);
  return rows[0] ?? { hasOwn: false, hasDemo: false };
}
