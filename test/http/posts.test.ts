import { afterAll, beforeAll, expect, test } from "vitest";
import type { Post, PostPage } from "../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";

let app: TestApp;
let moved: { id: string; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  const wellness = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  const title = (n: number) => `Mood tracking, part ${n}`;
  for (let n = 1; n <= 8; n++) await buildPost(db, { title: title(n), category_id: wellness.id, featured: n <= 3 });
  const tag = await buildTag(db, { name: "Deep Sky", slug: "deep-sky" });
  await buildPost(db, { title: "Circuits", description: "About stars", tags: [tag.id] });
  moved = await buildPost(db, { title: "Moved house", slug: "new-address" });
  await db.updateTable("posts").set({ slug: "newer-address" }).where("id", "=", moved.id).execute();
  await buildPost(db, { title: "Mood of a draft", slug: "a-draft", status: "draft", published_at: null });
  await buildPost(db, { title: "Mood of old", slug: "in-the-archive", status: "archived" });
});
afterAll(() => app.close());

const list = async (query: string) => (await app.actors.anonymous.get<PostPage>(`/api/posts${query}`)).body;
const titles = async (query: string) => (await list(query)).posts.map(({ title }) => title);

test("the list pages newest first, six at a time until the owner sets another size", async () => {
  const first = await list("");
  expect(first).toMatchObject({ total: 10, page: 1, pages: 2, limit: 6 });
  expect(first.posts.map(({ title }) => title).slice(0, 3)).toEqual(["Moved house", "Circuits", "Mood tracking, part 8"]);
  expect((await list("?page=2")).posts).toHaveLength(4);
  expect(await list("?page=9")).toMatchObject({ posts: [], total: 10, page: 9, pages: 2 });
  expect((await list("?limit=50")).posts).toHaveLength(10);
});

test("filters: category, tag, featured; unknown ones are empty", async () => {
  expect((await list("?category=wellness")).total).toBe(8);
  expect(await titles("?tag=deep-sky")).toEqual(["Circuits"]);
  expect((await list("?featured=true")).total).toBe(3);
  expect((await list("?featured=false")).total).toBe(10);
  expect(await list("?category=nowhere")).toMatchObject({ posts: [], total: 0 });
  expect(await list("?tag=nothing")).toMatchObject({ posts: [], total: 0 });
});

test("a search needs three characters; a shorter one is ignored", async () => {
  expect((await list("?search=MOOD&limit=50")).total).toBe(8);
  expect((await list("?search=st")).total).toBe(10);
  expect(await titles("?search=%20stars%20")).toEqual(["Circuits"]);
  expect(await list("?search=%25%5F%27%5C")).toMatchObject({ total: 0 });
});

test("an article is read by slug, id and former slug; its response has the current slug", async () => {
  for (const name of ["newer-address", "new-address", moved.id]) {
    const { status, body } = await app.actors.anonymous.get<Post>(`/api/posts/${name}`);
    expect([status, body.slug, body.id]).toEqual([200, "newer-address", moved.id]);
  }
});

test("drafts, archived and unknown articles are not found", async () => {
  for (const name of ["a-draft", "in-the-archive", "no-such-article", "00000000-0000-4000-8000-000000000000"]) {
    const { status, body } = await app.actors.anonymous.get<ErrorBody>(`/api/posts/${name}`);
    expect([status, body]).toEqual([404, { code: "PGRST116", message: "Post not found" }]);
  }
});

test("categories, tags and the site's settings", async () => {
  const { anonymous } = app.actors;
  expect((await anonymous.get("/api/categories")).body).toMatchObject([{ name: "Wellness", slug: "wellness", posts_count: 8 }]);
  expect((await anonymous.get("/api/tags")).body).toMatchObject([{ name: "Deep Sky", slug: "deep-sky", posts_count: 1 }]);
  expect((await anonymous.get("/api/site")).body).toEqual({
    ...app.settings.site(),
    year: new Date().getUTCFullYear(),
    own_pages: [],
    navigation: null,
  });
});
