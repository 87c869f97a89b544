import { type Insertable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Trx } from "../../platform/database/db.ts";
import { addDemoVisits } from "../analytics/demo-visits.ts";
import type { Context } from "../context.ts";
import { storePost } from "../posts/create-post.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { zoneOf } from "../settings/timezone-rules.ts";
import { hasContent, lockSeeding } from "./demo.sql.ts";
import { inventVisits } from "./invent-visits.ts";
import type { Seed, SeedAuthor, SeedCategory, SeedConversation, SeedReply } from "./read-seed-files.ts";

type SeededPosts = Map<string, { id: string; since: Date }>;

type Readership = { post_id: string; slug: string; since: Date; until: Date; views: number; likes: number };

const readers = (list: Readership[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as r(post_id uuid, slug text, since timestamptz, until timestamptz, views integer, likes integer)`;

/** Readers have accounts but no way in; nothing is in the future. @param of `authorId` is the file's `author` */
async function storeConversation(
  trx: Trx,
  { readers, threads }: SeedConversation,
  of: { authorId: string; posts: SeededPosts; now: Date },
): Promise<void> {
  const starts = [...of.posts.values()].map(({ since }) => since.getTime());
  const since = new Date(Math.min(of.now.getTime(), ...starts));
  const ids = new Map([["author", of.authorId]]);
  for (const { id, ...reader } of readers) ids.set(id, await ensureReader(trx, { ...reader, since }));

  for (const { post, comments } of threads) {
    const article = of.posts.get(post);
    if (!article) continue;
    const say = ({ by, after, text }: SeedReply, more: { status: string; parent_id: string | null }) => {
      const at = new Date(Math.min(article.since.getTime() + after * DAY_MS, of.now.getTime()));
      const { parent_id } = more;
      return insertDemoComment(trx, {
        ...more,
        content: text,
        post_id: article.id,
        author_id: ids.get(by) ?? null,
        reply_to_id: parent_id,
        is_reply: parent_id !== null,
        created_at: at,
        updated_at: at,
      });
    };
    for (const { status, replies, ...comment } of comments) {
      const parent_id = await say(comment, { status, parent_id: null });
      for (const reply of replies) await say(reply, { status: "approved", parent_id });
    }
  }
}

/** An account that has the email address already stays as it is. */
async function ensureReader(trx: Trx, reader: { full_name: string; email: string; since: Date }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, full_name, is_demo, created_at, updated_at)
    values (${reader.email}, ${reader.full_name}, true, ${reader.since}, ${reader.since})
    on conflict ((lower(email))) do update set email = users.email
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the reader was not stored");
  return row.id;
}

async function insertDemoComment(trx: Trx, values: Insertable<DB["comments"]>): Promise<string> {
  const { id } = await trx
    .insertInto("comments")
    .values({ ...values, is_demo: true, notified_at: values.created_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** ms, whole days, by which dates move back so that none lies in the future of this machine's clock. */
function shiftOf(seed: Seed, now: Date): number {
  const newest = Math.max(0, ...seed.posts.map((post) => (post.published_at ? Date.parse(post.published_at) : 0)));
  return Math.max(0, Math.ceil((newest - now.getTime()) / DAY_MS)) * DAY_MS;
}

const moment = (total: "views" | "likes") => sql`r.since + (r.until - r.since) * power(n::float8 / r.${sql.raw(total)}, 2)`;

/**
 * One transaction; the same files give the same rows. Two instances may try at once: the second finds the content there.
 * @returns how many articles; null when the database has content already @throws Error that names the file and the key at fault
 */
export async function seedDemo(ctx: Context, { seedDir }: { seedDir: string }): Promise<{ posts: number } | null> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockSeeding(trx);
    if (await hasContent(trx)) return null;
    // Only the first start loads what reads the files.
    const { readSeedFiles } = await import("./read-seed-files.ts");
    const seed = await readSeedFiles(seedDir);
    const now = ctx.clock.now();
    const shift = shiftOf(seed, now);
    const author_id = await ensureAuthor(trx, seed.author);
    const categoryIds = await insertCategories(trx, seed.categories);
    const readership: Readership[] = [];
    const posts: SeededPosts = new Map();
    for (const { category, views, likes, published_at, ...post } of seed.posts) {
      const since = published_at ? new Date(Date.parse(published_at) - shift) : now;
      const { id } = await storePost(
        { ...ctx, db: trx },
        {
          ...post,
          content_format: "markdown",
          category_id: categoryIds.get(category) ?? null,
          author_id,
          published_at: since,
          created_at: since,
          updated_at: since,
          is_demo: true,
        },
      );
      posts.set(post.slug, { id, since });
      readership.push({ post_id: id, slug: post.slug, since, until: now, views, likes });
    }
    await markAdded(trx, now);
    await sql`
      insert into post_views (post_id, session_id, viewed_at)
      select r.post_id, md5(r.slug || '/view/' || n), ${moment("views")}
      from ${readers(readership)} cross join lateral generate_series(1, r.views) n
      order by 3`.execute(trx);
    await sql`
      insert into article_likes (article_id, session_id, created_at, updated_at)
      select r.post_id, md5(r.slug || '/like/' || n), ${moment("likes")}, ${moment("likes")}
      from ${readers(readership)} cross join lateral generate_series(1, r.likes) n
      order by 3`.execute(trx);
    await storeConversation(trx, seed.conversation, { authorId: author_id, posts, now });
    const timezone = zoneOf(DEFAULT_SETTINGS.timezone);
    await addDemoVisits({ db: trx }, inventVisits(readership, now), { timezone });
    return { posts: seed.posts.length };
  });
}

/** An account that has the email address already stays as it is. */
async function ensureAuthor(trx: Trx, author: SeedAuthor): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, full_name, bio, is_demo) values (${author.email}, ${author.full_name}, ${author.bio}, true)
    on conflict ((lower(email))) do update set email = users.email
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("the author was not stored");
  return row.id;
}

async function insertCategories(trx: Trx, categories: SeedCategory[]): Promise<Map<string, string>> {
  if (categories.length === 0) return new Map();
  const rows = await trx.insertInto("categories").values(categories).returning(["id", "slug"]).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

async function markAdded(trx: Trx, now: Date): Promise<void> {
  await trx.insertInto("demo_content").values({ added_at: now }).execute();
  await sql`update tags set is_demo = true where id in (
    select l.tag_id from posts_tags l join posts p on p.id = l.post_id where p.is_demo)`.execute(trx);
}
