import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { DemoContent } from "./model.ts";

type Trx = Transaction<DB>;

/** Accounts that came with the demo content and that nobody has made their own: no admin's, and nobody has signed in to them. */
const demoUsers = sql`select id from users where is_demo and role = 'user' and last_sign_in_at is null`;
const demoPosts = sql`select id from posts where is_demo`;
/** Tags of the demo content that no other article has. */
const demoTags = sql`select t.id from tags t where t.is_demo and not exists (
  select from posts_tags l join posts p on p.id = l.post_id where l.tag_id = t.id and not p.is_demo)`;

/** How much there is of everything. One statement. */
export async function countDemo(db: Kysely<DB>): Promise<Omit<DemoContent, "visits">> {
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

/** Remembers that the demo content was taken away, so that it doesn't come again. */
export async function markRemoved(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto("demo_content")
    .values({ added_at: now, removed_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ removed_at: now }))
    .execute();
}
