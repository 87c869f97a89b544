import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPosts } from "../../app/domain/posts/list-posts.ts";
import { buildPost, buildTag } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { JUDGED_ARTICLES } from "./judged-articles.ts";
import { JUDGED_QUESTIONS } from "./judged-questions.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;

// The first of the list is the newest. Among articles with the whole term in title or description, the specification puts the newest first.
beforeAll(async () => {
  opened = await openTestContext();
  const tags = new Map<string, string>();
  for (const { slug, title, description, text, tags: names = [] } of JUDGED_ARTICLES.toReversed()) {
    for (const name of names)
      if (!tags.has(name)) tags.set(name, (await buildTag(opened.db, { name, slug: name.toLowerCase() })).id);
    const ids = names.map((name) => tags.get(name) as string);
    await buildPost(opened.db, { slug, title, description, content_text: text, tags: ids });
  }
});
afterAll(() => opened.close());

const place = async (term: string, slug: string) => {
  const { posts } = await listPosts(opened.ctx, { search: term, page: 1, limit: 20 });
  return posts.findIndex((post) => post.slug === slug) + 1;
};

test("finds the article that was meant at the top, on average at nine tenths or more", async () => {
  const misses = new Map<string, number>();
  let sum = 0;
  for (const language of new Set(JUDGED_QUESTIONS.map((question) => question.language))) {
    await sql`update settings set value = jsonb_build_object('language', ${language}::text)`.execute(opened.db);
    await sql`select rebuild_search(1000)`.execute(opened.db);
    for (const { term, first } of JUDGED_QUESTIONS.filter((question) => question.language === language)) {
      const at = await place(term, first);
      if (at !== 1) misses.set(term, at);
      sum += at === 0 ? 0 : 1 / at;
    }
  }
  expect(JUDGED_ARTICLES).toHaveLength(40);
  expect(JUDGED_QUESTIONS).toHaveLength(60);
  for (const term of ["traking", "desicion", "walked", "cafe", "Strasse", "l’ete"]) expect(misses.get(term)).toBeUndefined();
  expect(sum / JUDGED_QUESTIONS.length, JSON.stringify([...misses])).toBeGreaterThanOrEqual(0.9);
});
