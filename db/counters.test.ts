import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveToTrash } from "../app/domain/posts/post-writes.sql.ts";
import { everyPost } from "../app/domain/posts/reach.sql.ts";
import { lockTrashed, takeFromTrash } from "../app/domain/posts/trash-posts.ts";
import { seededRandom } from "../bench/database/vocabulary.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../test/builders.ts";
import { openTestContext } from "../test/context.ts";
import type { DB } from "./schema.gen.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

/** Whatever a trigger keeps that differs from what it is kept from; empty when all is well. */
async function drift(db: Kysely<DB>): Promise<unknown[]> {
  const { rows } = await sql`
    with shown as (
      select p.* from posts p where p.status = 'published' and (p.translation_group is null or p.id = (
        select o.id from posts o where o.translation_group = p.translation_group and o.status = 'published'
        order by o.language = (select coalesce(value ->> 'language', 'en') from settings) desc, o.created_at, o.id limit 1))
    )
    select 'category' as what, c.id::text, c.published_count as kept, count(p.id) as real
      from categories c left join shown p on p.category_id = c.id group by c.id having c.published_count <> count(p.id)
    union all
    select 'tag', t.id::text, t.published_count, count(p.id) from tags t
      left join posts_tags pt on pt.tag_id = t.id left join shown p on p.id = pt.post_id
      group by t.id having t.published_count <> count(p.id)
    union all
    select 'tag links', t.id::text, t.linked_count, count(pt.post_id) from tags t left join (
        select pt.* from posts_tags pt join posts p on p.id = pt.post_id where p.status <> 'trashed') pt on pt.tag_id = t.id
      group by t.id having t.linked_count <> count(pt.post_id)
    union all
    select 'catalog', coalesce(p.id, d.post_id)::text, 0, 0 from (select * from posts where status <> 'trashed') p
      full join post_catalog d on d.post_id = p.id
      where (p.status, p.category_id, p.created_at, p.updated_at, p.published_at, lower(p.title || E'\n' || p.slug))
        is distinct from (d.status, d.category_id, d.created_at, d.updated_at, d.published_at, d.heading)
    union all
    select 'figures', coalesce(p.id, f.post_id)::text, 0, 0 from (select * from posts where status <> 'trashed') p
      full join post_figures f on f.post_id = p.id
      where (p.views_count, p.likes_count, p.comments_count) is distinct from (f.views_count, f.likes_count, f.comments_count)
    union all
    select 'site', s.name, s.count, (select count(*) from shown) from site_counts s where s.count <> (select count(*) from shown)
    union all
    select 'tag date', pt.post_id::text, 0, 0 from posts_tags pt join posts p on p.id = pt.post_id
      where pt.published_at is distinct from (select published_at from shown where shown.id = p.id)
        or pt.is_trashed <> (p.status = 'trashed')
    union all
    select 'listed', coalesce(p.id, l.post_id)::text, 0, 0
      from (select * from posts where status = 'published') p full join published_posts l on l.post_id = p.id
      where (p.published_at, p.category_id, p.featured, lower(p.title || E'\n' || p.description), p.language, p.id not in (select id from shown))
        is distinct from (l.published_at, l.category_id, l.featured, l.heading, l.language, l.shadowed)
    union all
    select 'words', coalesce(p.id, l.post_id)::text, 0, 0
      from (select * from posts where status = 'published') p full join published_texts l on l.post_id = p.id
      where (p.published_at, search_words_of(concat_ws(E'\n', p.title, p.description, p.content_text), search_tags_of(p.id)))
        is distinct from (l.published_at, l.words)
    union all
    select 'site words', coalesce(w.word, n.word), w.posts, n.posts from site_words w full join (
      select word, language, count(*) as posts from published_texts, unnest(plain_words(words)) word where is_site_word(word) group by word, language
    ) n using (word, language) where w.posts is distinct from n.posts
    union all
    select 'changes', '', count(*), 0 from site_word_changes having count(*) > 0`.execute(db);
  return rows;
}

const GROUPS = ["1", "2", "3"].map((n) => `${n}0000000-0000-4000-8000-000000000000`);
const LANGUAGES = ["en", "de", "fr"];
const speak = (db: Kysely<DB>, language: string) =>
  db
    .updateTable("settings")
    .set({ value: sql`value || ${JSON.stringify({ language })}::jsonb` })
    .execute();

const NOBODY = "00000000-0000-4000-8000-000000000000";

/** One of the things that authors do, chosen at random. */
async function act(db: Kysely<DB>, random: () => number): Promise<void> {
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;
  const any = async (table: "posts" | "categories" | "tags") => {
    const ids = await db.selectFrom(table).select("id").orderBy("id").execute();
    return ids.length ? pick(ids).id : NOBODY;
  };
  const change = async (values: object) =>
    db
      .updateTable("posts")
      .set(values)
      .where("id", "=", await any("posts"))
      .execute();
  const moment = () => new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 1e9));
  const status = () => pick(["draft", "published", "published", "archived"]);
  const inTrash = async (isThere: boolean) => {
    const ids = await db
      .selectFrom("posts")
      .select("id")
      .where("status", isThere ? "=" : "<>", "trashed")
      .orderBy("id")
      .execute();
    return ids.length ? [pick(ids).id] : [];
  };
  await pick([
    async () =>
      buildPost(db, { status: status(), published_at: moment(), category_id: await any("categories") }).catch(ignoreMissing),
    async () => change({ status: status(), published_at: moment() }).catch(ignoreInTrash),
    async () => change({ status: status() }).catch(ignoreDateless).catch(ignoreInTrash),
    async () => {
      for (const id of await inTrash(false)) await moveToTrash(db, [id], { by: (await buildUser(db)).id, now: moment() });
    },
    async () => {
      for (const post of await lockTrashed(db, [...(await inTrash(true)), NOBODY], everyPost))
        await takeFromTrash(db, post, `back-${post.id}`).catch(ignoreTaken);
    },
    async () => change({ views_count: Math.floor(random() * 9), likes_count: Math.floor(random() * 9) }),
    async () =>
      db
        .insertInto("post_views")
        .values({ post_id: await any("posts") })
        .execute()
        .catch(ignoreMissing),
    async () => change({ category_id: random() < 0.2 ? null : await any("categories") }).catch(ignoreMissing),
    async () =>
      change({ published_at: moment(), featured: random() < 0.5, title: `Title ${random()}`, content_text: `text ${random()}` }),
    async () =>
      db
        .insertInto("posts_tags")
        .values({ post_id: await any("posts"), tag_id: await any("tags") })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
        .catch(ignoreMissing),
    async () =>
      db
        .deleteFrom("posts_tags")
        .where("post_id", "=", await any("posts"))
        .execute(),
    async () =>
      random() < 0.4 &&
      db
        .deleteFrom("posts")
        .where("id", "=", await any("posts"))
        .execute(),
    async () =>
      random() < 0.1 &&
      db
        .deleteFrom("categories")
        .where("id", "=", await any("categories"))
        .execute(),
    async () =>
      random() < 0.1 &&
      db
        .deleteFrom("tags")
        .where("id", "=", await any("tags"))
        .execute(),
    async () => change({ translation_group: random() < 0.2 ? null : pick(GROUPS) }).catch(ignoreTaken),
    async () => change({ language: pick(LANGUAGES) }).catch(ignoreTaken),
    async () => random() < 0.3 && (await speak(db, pick(LANGUAGES))),
    async () => random() < 0.2 && (await buildCategory(db)),
    async () => random() < 0.2 && (await buildTag(db)),
  ])();
}

/** What was there a moment ago may be gone; anything else is a failure. */
const ignoreMissing = (error: { code?: string }) => {
  if (error.code !== "23503") throw error;
};
/** A group has each language once. */
const ignoreTaken = (error: { constraint?: string }) => {
  if (error.constraint !== "posts_translations") throw error;
};
/** A post in the trash comes back first. */
const ignoreInTrash = (error: { constraint?: string }) => {
  if (error.constraint !== "posts_trashed_is_known") throw error;
};
const ignoreDateless = (error: { constraint?: string }) => {
  if (error.constraint !== "posts_published_has_date") throw error;
};

test.each([1, 2, 3])(
  "counters, dates and the listed articles follow whatever is done, one after the other (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    for (let n = 0; n < 4; n++) await Promise.all([buildCategory(opened.db), buildTag(opened.db)]);
    for (let round = 0; round < 10; round++) {
      for (let n = 0; n < 25; n++) await act(opened.db, random);
      expect(await drift(opened.db)).toEqual([]);
    }
  },
);

test("and all at once", async () => {
  const { db } = opened;
  await speak(db, "en");
  const tags = [await buildTag(db), await buildTag(db), await buildTag(db)].map(({ id }) => id);
  const groupOf = (n: number) =>
    n < 9 ? { translation_group: `4${n % 3}000000-0000-4000-8000-000000000000`, language: LANGUAGES[Math.floor(n / 3)] } : {};
  const posts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => buildPost(db, { status: "draft", published_at: new Date(), ...groupOf(n) })),
  );
  const random = seededRandom(9);
  const set = (post_id: string, status: string) => db.updateTable("posts").set({ status }).where("id", "=", post_id).execute();
  for (let round = 0; round < 15; round++) {
    await Promise.all([
      speak(db, LANGUAGES[round % 3] as string),
      ...posts.flatMap(({ id }) => [
        set(id, random() < 0.5 ? "published" : "draft"),
        db
          .insertInto("posts_tags")
          .values(tags.map((tag_id) => ({ post_id: id, tag_id })).sort(() => random() - 0.5))
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
        db
          .deleteFrom("posts_tags")
          .where("post_id", "=", id)
          .where("tag_id", "=", tags[round % 3] as string)
          .execute(),
      ]),
    ]);
    expect(await drift(db)).toEqual([]);
  }
});

test("a counter can't go below zero", async () => {
  const { db } = opened;
  const post = await buildPost(db);
  for (const column of ["likes_count", "views_count", "comments_count"]) {
    await expect(
      db
        .updateTable("posts")
        .set({ [column]: -1 })
        .where("id", "=", post.id)
        .execute(),
    ).rejects.toMatchObject({ code: "23514" });
  }
});
