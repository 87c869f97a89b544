import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { SeedAuthor, SeedCategory } from "./schema.ts";

/** Lets one instance fill the database at a time; the lock ends with the transaction. */
export async function lockSeeding(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo content'))`.execute(trx);
}

/** Whether anybody has written anything here, or the demo content has come before: it comes once. */
export async function hasContent(trx: Transaction<DB>): Promise<boolean> {
  const query = sql<{ filled: boolean }>`
    select exists (select from posts) or exists (select from categories) or exists (select from demo_content) as filled`;
  const { rows } = await query.execute(trx);
  return rows[0]?.filled ?? false;
}

/** The author's id; an account that has the address already is left as it is. */
export async function ensureAuthor(trx: Transaction<DB>, author: SeedAuthor): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, full_name, bio, is_demo) values (${author.email}, ${author.full_name}, ${author.bio}, true)
    on conflict ((lower(email))) do update set email = users.email
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the author was not stored");
  return row.id;
}

/** Stores the categories; their ids by slug. */
export async function insertCategories(trx: Transaction<DB>, categories: SeedCategory[]): Promise<Map<string, string>> {
  if (categories.length === 0) return new Map();
  const rows = await trx.insertInto("categories").values(categories).returning(["id", "slug"]).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

/** Remembers that the demo content has come, and which tags came with it. */
export async function markAdded(trx: Transaction<DB>, now: Date): Promise<void> {
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
export async function insertViews(trx: Transaction<DB>, list: Readership[]): Promise<void> {
  await sql`
    insert into post_views (post_id, session_id, viewed_at)
    select r.post_id, md5(r.slug || '/view/' || n), ${moment("views")}
    from ${readers(list)} cross join lateral generate_series(1, r.views) n
    order by 3`.execute(trx);
}

/** A row for each like, each of another browser session. */
export async function insertLikes(trx: Transaction<DB>, list: Readership[]): Promise<void> {
  await sql`
    insert into article_likes (article_id, session_id, created_at, updated_at)
    select r.post_id, md5(r.slug || '/like/' || n), ${moment("likes")}, ${moment("likes")}
    from ${readers(list)} cross join lateral generate_series(1, r.likes) n
    order by 3`.execute(trx);
}
