import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCategory, buildTag } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { SEARCH_TOTAL_CAP } from "../search/search-rules.ts";
import { listPosts } from "./list-posts.ts";

// Enough articles that the newest of them decide how the rest is searched.
const COUNT = 2600;

let opened: Awaited<ReturnType<typeof openTestContext>>;
const search = (term: string, query: Partial<Parameters<typeof listPosts>[1]> = {}) =>
  listPosts(opened.ctx, { search: term, page: 1, limit: 50, ...query });

/** The numbers of the articles, from the oldest, whose heading or body holds what is searched for, worked out by hand. */
const inHeading = {
  every: () => true,
  sixth: (n: number) => n % 6 === 0,
  oldest: (n: number) => n <= 150,
  ancient: (n: number) => n <= 600,
  single: (n: number) => n === 1300,
};
const inBody = {
  bodyall: () => true,
  bodyfifth: (n: number) => n % 5 === 0,
  bodyold: (n: number) => n <= 120,
  bodyancient: (n: number) => n <= 700,
  sixth: (n: number) => n % 13 === 0,
  oldest: (n: number) => n % 40 === 0,
};
type Filter = (n: number) => boolean;
const newestFirst = (fits: Filter) => Array.from({ length: COUNT }, (_, i) => COUNT - i).filter(fits);
const marks = (words: Record<string, Filter>) => (n: number) =>
  Object.keys(words)
    .filter((word) => words[word]?.(n))
    .join(" ");
const expected = (term: string, scope: Filter) => {
  const heading = (inHeading as Record<string, Filter>)[term] ?? (() => false);
  const body = (inBody as Record<string, Filter>)[term] ?? (() => false);
  return [...newestFirst((n) => scope(n) && heading(n)), ...newestFirst((n) => scope(n) && !heading(n) && body(n))];
};

const scopes: Record<string, { query: object; scope: Filter }> = {
  everything: { query: {}, scope: () => true },
  "a category": { query: { category: "half" }, scope: (n) => n % 2 === 0 },
  "a tag": { query: { tag: "threes" }, scope: (n) => n % 3 === 0 },
  "a category and a tag": { query: { category: "half", tag: "threes" }, scope: (n) => n % 6 === 0 },
  "what is featured": { query: { featured: true }, scope: (n) => n % 7 === 0 },
};

beforeAll(async () => {
  opened = await openTestContext();
  const { db } = opened;
  const half = await buildCategory(db, { slug: "half" });
  const threes = await buildTag(db, { slug: "threes" });
  const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);
  await sql`
    insert into posts (title, slug, content_text, status, published_at, category_id, featured)
    select 'Title ' || n || ' ' || heading, 'post-' || n, body, 'published', timestamptz '2020-01-01' + n * interval '1 hour',
      case when n % 2 = 0 then ${half.id}::uuid end, n % 7 = 0
    from unnest(${numbers}::int[], ${numbers.map(marks(inHeading))}::text[], ${numbers.map(marks(inBody))}::text[]) as g (n, heading, body)`.execute(
    db,
  );
  await sql`
    insert into posts_tags (post_id, tag_id)
    select id, ${threes.id}::uuid from posts where substring(slug from '\\d+')::int % 3 = 0`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => opened.close());

describe.each(Object.entries(scopes))("searching %s", (_, { query, scope }) => {
  test.each([...new Set([...Object.keys(inHeading), ...Object.keys(inBody), "nowhere"])])(
    "finds all of %s in order",
    async (term) => {
      const all = expected(term, scope);
      const reachable = all.slice(0, SEARCH_TOTAL_CAP);
      const pages = [];
      for (let page = 1; page <= Math.ceil(SEARCH_TOTAL_CAP / 50) + 1; page++) pages.push(await search(term, { ...query, page }));
      expect(pages.flatMap(({ posts }) => posts.map(({ slug }) => slug))).toEqual(reachable.map((n) => `post-${n}`));
      for (const { total, total_is_capped, pages: count } of pages) {
        expect(total).toBe(reachable.length);
        expect(total_is_capped).toBe(all.length > SEARCH_TOTAL_CAP);
        expect(count).toBe(Math.ceil(total / 50));
      }
    },
  );
});

test("a page that crosses the cap ends there", async () => {
  const last = await search("every", { limit: 30, page: Math.ceil(SEARCH_TOTAL_CAP / 30) });
  expect(last.posts).toHaveLength(SEARCH_TOTAL_CAP % 30 || 30);
  expect(last.pages).toBe(Math.ceil(SEARCH_TOTAL_CAP / 30));
});
