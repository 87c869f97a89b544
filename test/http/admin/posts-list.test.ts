import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPostPage } from "../../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { setSettings } from "../../auth/client.ts";
import { buildCategory, buildPost } from "../../builders.ts";

let app: TestApp;
let admin: Actor;
let even: string;
const day = (n: number) => new Date(Date.UTC(2025, 0, n));

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  admin = (await signedInUser(app, { role: "admin" })).actor;
  even = (await buildCategory(db, { name: "Even", slug: "even" })).id;
  // The dates run in opposite directions, so that each order is different; each number of views occurs twice.
  for (let n = 1; n <= 12; n++) {
    const status = n <= 6 ? "published" : n <= 10 ? "draft" : "archived";
    await buildPost(db, {
      title: `${n % 3 === 0 ? "lark" : "Finch"} ${String(n).padStart(2, "0")}`,
      slug: `post-${n}`,
      status,
      published_at: status === "published" ? day(20 - n) : null,
      created_at: day(n),
      updated_at: day(n % 2 === 0 ? n : 30 - n),
      category_id: n % 2 === 0 ? even : null,
      views_count: Math.floor(n / 2),
      likes_count: 20 - n,
      comments_count: n,
    });
  }
});
afterAll(() => app.close());

const list = async (query = "") => {
  const { status, body, text } = await admin.get<AdminPostPage>(`/api/admin/posts${query}`);
  expect(status, text).toBe(200);
  return body;
};
const numbers = async (query: string) => (await list(query)).items.map(({ slug }) => Number(slug.slice("post-".length)));

test("it requires an admin", async () => {
  expect((await app.actors.anonymous.get("/api/admin/posts")).status).toBe(401);
  expect((await (await signedInUser(app)).actor.get("/api/admin/posts")).status).toBe(403);
});

test("lists posts of every status, the newest first, with the number of each", async () => {
  const found = await list("?limit=5");
  expect(found).toMatchObject({ total: 12, page: 1, pages: 3, limit: 5 });
  expect(found.counts).toEqual({ all: 12, draft: 4, published: 6, archived: 2, handed_in: 0 });
  expect(found.items[0]).toEqual({
    id: expect.any(String),
    title: "lark 12",
    slug: "post-12",
    status: "archived",
    featured: false,
    language: null,
    category: { id: even, name: "Even", slug: "even", color: "#3b82f6" },
    author: null,
    created_at: day(12).toISOString(),
    updated_at: day(12).toISOString(),
    published_at: null,
    views_count: 6,
    likes_count: 8,
    comments_count: 12,
    read_time: 1,
    version: 1,
    staged_at: null,
    planned: null,
    handed_in: null,
  });
  expect(await numbers("?limit=5&page=3")).toEqual([2, 1]);
  expect(await list("?limit=5&page=4")).toMatchObject({ items: [], total: 12, pages: 3 });
});

test("filters by status, category, no category, search, and several of them", async () => {
  expect(await list("?status=draft")).toMatchObject({ total: 4, counts: { all: 12, published: 6 } });
  expect(await numbers(`?status=draft&category=${even}`)).toEqual([10, 8]);
  expect(await numbers("?category=none&status=archived")).toEqual([11]);
  expect(await list("?search=LARK")).toMatchObject({ total: 4, counts: { all: 4, draft: 1, published: 2, archived: 1 } });
  expect(await numbers("?search=%20post-1%20")).toEqual([12, 11, 10, 1]);
  expect(await numbers("?search=lark&status=published&category=none")).toEqual([3]);
  expect(await numbers("?search=%25")).toEqual([]);
  expect(await numbers("?search=k_1")).toEqual([]);
  expect(await numbers(`?category=${crypto.randomUUID()}`)).toEqual([]);
  expect(await list("?search=%20")).toMatchObject({ total: 12 });
});

test("sorts by every date, the title and every counter, both ways", async () => {
  const ascending = Array.from({ length: 12 }, (_, n) => n + 1);
  expect(await numbers("?sort=created_at")).toEqual(ascending);
  expect(await numbers("?sort=-created_at")).toEqual(ascending.toReversed());
  expect((await numbers("?sort=-updated_at")).slice(0, 3)).toEqual([1, 3, 5]);
  expect((await numbers("?sort=updated_at")).slice(0, 3)).toEqual([2, 4, 6]);
  expect((await numbers("?sort=-published_at")).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await numbers("?sort=published_at")).slice(0, 6)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(await numbers("?sort=title")).toEqual([1, 2, 4, 5, 7, 8, 10, 11, 3, 6, 9, 12]);
  expect(await numbers("?sort=-comments")).toEqual(ascending.toReversed());
  expect(await numbers("?sort=-likes")).toEqual(ascending);
  expect(await numbers("?sort=-views&status=draft")).toHaveLength(4);
});

test("sorts by counters within a search, a status and a category, and follows them", async () => {
  expect(await numbers("?sort=-comments&search=lark")).toEqual([12, 9, 6, 3]);
  expect(await numbers("?sort=likes&search=lark&status=published")).toEqual([6, 3]);
  expect(await numbers(`?sort=-views&category=${even}&limit=2&page=2`)).toEqual([8, 6]);
  expect(await numbers("?sort=comments&category=none&status=archived")).toEqual([11]);
  const { db } = app.context;
  const [first] = (await list("?sort=-likes&limit=1")).items;
  await db.updateTable("posts").set({ likes_count: 40 }).where("slug", "=", "post-7").execute();
  expect((await numbers("?sort=-likes")).slice(0, 2)).toEqual([7, Number(first?.slug.slice("post-".length))]);
  await db.updateTable("posts").set({ likes_count: 13 }).where("slug", "=", "post-7").execute();
});

test("ties have the same order on every page", async () => {
  const seen: number[] = [];
  for (let page = 1; page <= 6; page++) seen.push(...(await numbers(`?sort=-views&limit=2&page=${page}`)));
  expect(new Set(seen).size).toBe(12);
  expect(seen).toEqual(await numbers("?sort=-views"));
  expect(seen).toEqual((await numbers("?sort=views")).toReversed());
});

test("filters by language; a post without one is in the site's", async () => {
  const { db } = app.context;
  expect((await list()).languages).toEqual([]);
  const total = async (language: string) => (await list(`?language=${language}`)).total;
  await db.updateTable("posts").set({ language: "de" }).where("slug", "in", ["post-1", "post-7"]).execute();
  await db.updateTable("posts").set({ language: "en" }).where("slug", "=", "post-2").execute();
  const german = await list("?language=de&sort=title");
  expect(german.languages).toEqual(["de", "en"]);
  expect(german.items.map(({ slug, language }) => [slug, language])).toEqual([
    ["post-1", "de"],
    ["post-7", "de"],
  ]);
  expect(german.counts).toEqual({ all: 2, draft: 1, published: 1, archived: 0, handed_in: 0 });
  expect((await list("?language=de&search=finch")).total).toBe(2);
  expect([await total("en"), await total("fr")]).toEqual([10, 0]);
  await setSettings(app, { language: "de" });
  expect([await total("en"), await total("de")]).toEqual([1, 11]);
  await setSettings(app, { language: "en" });
  await db.updateTable("posts").set({ language: null }).execute();
});

test("follows a post that is changed or deleted", async () => {
  const { db } = app.context;
  const post = await buildPost(db, { title: "Wren", status: "draft", published_at: null });
  const total = async () => (await list("?search=wren&status=draft")).total;
  expect(await total()).toBe(1);
  await db.updateTable("posts").set({ title: "Robin" }).where("id", "=", post.id).execute();
  expect(await total()).toBe(0);
  await db.deleteFrom("posts").where("id", "=", post.id).execute();
  expect((await list("?search=robin")).total).toBe(0);
});

test("an invalid filter, order or page is refused by name", async () => {
  for (const [query, field] of [
    ["sort=color", "sort"],
    ["sort=--title", "sort"],
    ["status=public", "status"],
    ["category=wellness", "category"],
    ["limit=101", "limit"],
    ["page=0", "page"],
    ["language=xx", "language"],
    ["color=red", "color"],
  ]) {
    const { status, body } = await admin.get<ErrorBody>(`/api/admin/posts?${query}`);
    expect([query, status, body.details?.[0]?.field]).toEqual([query, 400, field]);
  }
});
