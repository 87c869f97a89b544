import { type Insertable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db, Trx } from "../../platform/database/db.ts";
import type { DemoContent } from "./demo-rules.ts";
import type { SeedAuthor, SeedCategory } from "./read-seed-files.ts";

/** Accounts that came with the demo content and that nobody has made their own: no admin's, and nobody has signed in to them. */
const demoUsers = sql`select id from users where is_demo and role = 'user' and last_sign_in_at is null`;
const demoPosts = sql`select id from posts where is_demo`;
/** Tags of the demo content that no other article has. */
const demoTags = sql`select t.id from tags t where t.is_demo and not exists (
  select from posts_tags l join posts p on p.id = l.post_id where l.tag_id = t.id and not p.is_demo)`;

/** How much there is of everything. One statement. */
export async function countDemo(db: Db): Promise<Omit<DemoContent, "visits">> {
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::integer from ${from})`;
  const { rows } = await sql<Omit<DemoContent, "visits">>`select
    ${count(sql`posts where is_demo`)} as posts,
    ${count(sql`posts where is_demo and updated_at > created_at`)} as edited_posts,
    ${count(sql`comments where is_demo`)} as comments,
    ${count(sql`(${demoUsers}) u`)} as users,
    ${count(sql`article_likes where is_liked and article_id in (${demoPosts})`)} as likes,
    ${count(sql`post_views where post_id in (${demoPosts})`)} as views,
    ${count(sql`(${demoTags}) t`)} as tags,
    ${count(sql`comments where not is_demo and post_id in (${demoPosts})`)} as other_comments`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a count without an answer");
  return row;
}

/** Takes everything away; what hangs on articles and accounts goes with them. Tags that others use become the owner's. */
export async function deleteDemo(trx: Trx): Promise<void> {
  await sql`delete from comments where is_demo`.execute(trx);
  await sql`delete from tags where id in (${demoTags})`.execute(trx);
  await sql`delete from posts where is_demo`.execute(trx);
  await sql`delete from users where id in (${demoUsers})`.execute(trx);
  await sql`update users set is_demo = false where is_demo`.execute(trx);
  await sql`update tags set is_demo = false where is_demo`.execute(trx);
}

/** Deletes the categories that no post is in. */
export async function deleteCategories(trx: Trx): Promise<void> {
  await sql`delete from categories c where not exists (select from posts p where p.category_id = c.id)`.execute(trx);
}

/** Remembers that the demo content was taken away, so that it doesn't come again. */
export async function markRemoved(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto("demo_content")
    .values({ added_at: now, removed_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ removed_at: now }))
    .execute();
}

/** A demo reader's id; an account that has the address already is left as it is. */
export async function ensureReader(trx: Trx, reader: { full_name: string; email: string; since: Date }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, full_name, is_demo, created_at, updated_at)
    values (${reader.email}, ${reader.full_name}, true, ${reader.since}, ${reader.since})
    on conflict ((lower(email))) do update set email = users.email
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the reader was not stored");
  return row.id;
}

/** Stores one comment of the demo, without notifications. @returns its id */
export async function insertDemoComment(trx: Trx, values: Insertable<DB["comments"]>): Promise<string> {
  const { id } = await trx
    .insertInto("comments")
    .values({ ...values, is_demo: true, notified_at: values.created_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Lets one instance fill the database at a time; the lock ends with the transaction. */
export async function lockSeeding(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo content'))`.execute(trx);
}

/** Whether anybody has written anything here, or the demo content has come before: it comes once. */
export async function hasContent(db: Db): Promise<boolean> {
  const query = sql<{ filled: boolean }>`
    select exists (select from posts) or exists (select from categories) or exists (select from demo_content) as filled`;
  const { rows } = await query.execute(db);
  return rows[0]?.filled ?? false;
}

/** The author's id; an account that has the address already is left as it is. */
export async function ensureAuthor(trx: Trx, author: SeedAuthor): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, full_name, bio, is_demo) values (${author.email}, ${author.full_name}, ${author.bio}, true)
    on conflict ((lower(email))) do update set email = users.email
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the author was not stored");
  return row.id;
}

/** Stores the categories; their ids by slug. */
export async function insertCategories(trx: Trx, categories: SeedCategory[]): Promise<Map<string, string>> {
  if (categories.length === 0) return new Map();
  const rows = await trx.insertInto("categories").values(categories).returning(["id", "slug"]).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

/** Remembers that the demo content has come, and which tags came with it. */
export async function markAdded(trx: Trx, now: Date): Promise<void> {
  await trx.insertInto("demo_content").values({ added_at: now }).execute();
  await sql`update tags set is_demo = true where id in (
    select l.tag_id from posts_tags l join posts p on p.id = l.post_id where p.is_demo)`.execute(trx);
}

/** Readers that an article is given: how many, and the days they come in. */
export type Readership = { post_id: string; slug: string; since: Date; until: Date; views: number; likes: number };

/** From first to last moment, denser at the beginning: as articles are read. */
const moment = (total: "views" | "likes") => sql`r.since + (r.until - r.since) * power(n::float8 / r.${sql.raw(total)}, 2)`;

const readers = (list: Readership[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as r(post_id uuid, slug text, since timestamptz, until timestamptz, views integer, likes integer)`;

/** A row for each view, each of another browser session. */
export async function insertViews(trx: Trx, list: Readership[]): Promise<void> {
  await sql`
    insert into post_views (post_id, session_id, viewed_at)
    select r.post_id, md5(r.slug || '/view/' || n), ${moment("views")}
    from ${readers(list)} cross join lateral generate_series(1, r.views) n
    order by 3`.execute(trx);
}

/** A row for each like, each of another browser session. */
export async function insertLikes(trx: Trx, list: Readership[]): Promise<void> {
  await sql`
    insert into article_likes (article_id, session_id, created_at, updated_at)
    select r.post_id, md5(r.slug || '/like/' || n), ${moment("likes")}, ${moment("likes")}
    from ${readers(list)} cross join lateral generate_series(1, r.likes) n
    order by 3`.execute(trx);
}
