import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCategory, buildPost, buildTag, buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { withStatementLog } from "../../platform/database/statement-log.ts";
import { listPosts } from "./list-posts.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
const list = (query: Partial<Parameters<typeof listPosts>[1]> = {}) => listPosts(opened.ctx, { page: 1, limit: 6, ...query });
const slugs = async (query: Parameters<typeof list>[0] = {}) => (await list(query)).posts.map(({ slug }) => slug);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `post-${from + i}`).reverse();

beforeAll(async () => {
  opened = await openTestContext();
  const { db } = opened;
  const author = await buildUser(db, { full_name: "Ada" });
  const even = await buildCategory(db, { name: "Even", slug: "even", color: "#aa00aa" });
  const third = await buildTag(db, { name: "Third", slug: "third" });
  // Two and two share a date, so that the id has to break ties.
  for (let n = 1; n <= 25; n++) {
    await buildPost(db, {
      id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      slug: `post-${n}`,
      published_at: new Date(Date.UTC(2025, 0, 1, 0, Math.floor(n / 2))),
      category_id: n % 2 === 0 ? even.id : null,
      author_id: n === 25 ? author.id : null,
      featured: n % 10 === 0,
      tags: n % 3 === 0 ? [third.id] : [],
    });
  }
  await buildPost(db, { slug: "a-draft", status: "draft", category_id: even.id, tags: [third.id] });
  await buildPost(db, {
    slug: "an-archived",
    status: "archived",
    published_at: new Date(),
    category_id: even.id,
    featured: true,
  });
});
afterAll(() => opened.close());

test("lists published articles, newest first, each on exactly one page", async () => {
  const pages = [];
  for (let page = 1; page <= 5; page++) pages.push(await list({ page }));
  expect(pages.flatMap(({ posts }) => posts.map(({ slug }) => slug))).toEqual(range(1, 25));
  expect(pages.map(({ posts }) => posts.length)).toEqual([6, 6, 6, 6, 1]);
  for (const page of pages) expect(page).toMatchObject({ total: 25, pages: 5, limit: 6, total_is_capped: false });
});

test("is empty beyond the end, with the right totals", async () => {
  expect(await list({ page: 6 })).toEqual({ posts: [], total: 25, total_is_capped: false, page: 6, pages: 5, limit: 6 });
  expect(await list({ page: 100_000 })).toMatchObject({ posts: [], total: 25 });
});

test("filters by category, tag and featured, alone and combined", async () => {
  expect(await slugs({ category: "even", limit: 3, page: 2 })).toEqual(["post-18", "post-16", "post-14"]);
  expect(await list({ category: "even" })).toMatchObject({ total: 12, pages: 2 });
  expect(await slugs({ tag: "third", limit: 50 })).toEqual([24, 21, 18, 15, 12, 9, 6, 3].map((n) => `post-${n}`));
  expect(await slugs({ tag: "third", limit: 3, page: 3 })).toEqual(["post-6", "post-3"]);
  expect(await slugs({ featured: true })).toEqual(["post-20", "post-10"]);
  expect(await slugs({ tag: "third", category: "even", limit: 2, page: 2 })).toEqual(["post-12", "post-6"]);
  expect(await list({ tag: "third", category: "even", limit: 2 })).toMatchObject({ total: 4, pages: 2 });
  expect(await list({ tag: "third", category: "even", featured: true })).toMatchObject({ total: 0, posts: [] });
});

test("an unknown or impossible category or tag has no articles", async () => {
  for (const query of [
    { category: "odd" },
    { tag: "fourth" },
    { category: "Not a slug\0" },
    { tag: "nul\0" },
    { tag: "'; drop" },
  ]) {
    expect(await list(query), JSON.stringify(query)).toMatchObject({ posts: [], total: 0, pages: 0 });
  }
});

test("invalid pages and sizes are brought into range", async () => {
  expect(await list({ page: -3, limit: 1000 })).toMatchObject({ page: 1, limit: 50, total: 25 });
  expect(await list({ page: 1.7, limit: 0 })).toMatchObject({ page: 1, limit: 1 });
  expect(await list({ page: Number.MAX_SAFE_INTEGER })).toMatchObject({ posts: [], total: 25 });
});

test("presents a card and nothing more", async () => {
  const { posts } = await list({ limit: 2 });
  expect(posts[0]).toEqual({
    id: "00000000-0000-4000-8000-000000000025",
    title: expect.stringMatching(/^Article/),
    slug: "post-25",
    description: expect.any(String),
    excerpt: expect.any(String),
    featured_image_url: null,
    category: null,
    author: { full_name: "Ada" },
    read_time: 1,
    views_count: 0,
    likes_count: 0,
    comments_count: 0,
    featured: false,
    published_at: "2025-01-01T00:12:00.000Z",
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    tags: [],
  });
  expect(posts[1]).toMatchObject({ category: { name: "Even", slug: "even", color: "#aa00aa" }, author: null });
});

test.each([
  {},
  { category: "even" },
  { tag: "third" },
  { tag: "third", category: "even" },
  { featured: true },
  { search: "article" },
])("takes at most two statements: %j", async (query) => {
  const { statements } = await withStatementLog(() => list(query));
  expect(statements.length).toBeLessThanOrEqual(2);
});
