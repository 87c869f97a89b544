import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeaturedOrderState } from "../../../app/domain/posts/featured/featured.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost } from "../../builders.ts";

const PATH = "/api/admin/featured-order";

let app: TestApp;
let admin: Actor;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const { db } = app.context;
  const category = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const published_at = new Date(`2026-01-0${n}T00:00:00Z`);
    const title = `Story ${n}`;
    const { id } = await buildPost(db, { title, published_at, featured: n < 6, category_id: n % 2 ? category.id : null });
    ids[n] = id;
  }
  ids.draft = (await buildPost(db, { title: "Draft", status: "draft", featured: true })).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.updateTable("featured_order").set({ post_ids: [], version: 1 }).execute();
  await app.app.contentChanged();
});

const save = async (names: (number | string)[], version = 1, actor = admin) => {
  const post_ids = names.map((name) => ids[name] ?? name);
  const answer = await actor.put<FeaturedOrderState & ErrorBody>(PATH, { post_ids, version });
  await app.app.contentChanged();
  return answer;
};
const home = async () => (await app.actors.anonymous.get("/")).text;
const onHome = (html: string) =>
  [...html.matchAll(/<h3 class="card-title"[^>]*><a [^>]*>Story ([^<]*)/g)].map(([, n]) => Number(n));
const listed = async (query: string) => {
  const { body } = await app.actors.anonymous.get<{ posts: { title: string }[] }>(`/api/posts?${query}`);
  return body.posts.map(({ title }) => Number(title.slice("Story ".length)));
};

test("it is for admins", async () => {
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await save([1], 1, actor)).status).toBe(status);
  }
  expect(onHome(await home())).toEqual([5, 4, 3, 2]);
});

test("what can't be put in order is refused, and the order stays", async () => {
  await save([2, 1]);
  const errorsOf = async (names: (number | string)[], version = 2) => {
    const { status, body } = await save(names, version);
    return [status, body.code, body.details?.map(({ field, rule }) => `${field}: ${rule}`)];
  };
  const missing = ["post_ids.1: There is no such featured article"];
  expect(await errorsOf([1, 6])).toEqual([400, "invalid_input", missing]);
  expect(await errorsOf([1, "draft"])).toEqual([400, "invalid_input", missing]);
  expect(await errorsOf([1, crypto.randomUUID()])).toEqual([400, "invalid_input", missing]);
  expect(await errorsOf([1, 1])).toEqual([400, "invalid_input", ["post_ids.1: must not be in the list twice"]]);
  expect(await errorsOf(["story-1"])).toEqual([400, "invalid_input", ["post_ids.0: must be the id of a featured article"]]);
  const many = Array.from({ length: 51 }, () => crypto.randomUUID());
  expect(await errorsOf(many)).toEqual([400, "invalid_input", ["post_ids: At most 50 posts can be put in order"]]);
  expect((await errorsOf([1], 1)).slice(0, 2)).toEqual([409, "stale_version"]);
  expect(onHome(await home())).toEqual([2, 1, 5, 4]);
});

test("Home shows the chosen order, the other featured posts follow newest first, and without an order no byte differs", async () => {
  const before = await home();
  const first = await admin.get<FeaturedOrderState>(PATH);
  expect(first.body.posts.map(({ title }) => title)).toEqual(["Story 5", "Story 4", "Story 3", "Story 2", "Story 1"]);
  expect([first.body.total, first.body.is_own]).toEqual([5, false]);

  const { body } = await save([1, 3]);
  expect([body.posts.map(({ title }) => title), body.is_own, body.version]).toEqual([
    ["Story 1", "Story 3", "Story 5", "Story 4", "Story 2"],
    true,
    2,
  ]);
  expect(onHome(await home())).toEqual([1, 3, 5, 4]);
  expect(await home()).toMatch(/Latest Articles.*Story 6.*Story 2/s);
  expect(await listed("featured=first&limit=2&page=2")).toEqual([5, 4]);
  expect(await listed("featured=first&limit=6")).toEqual([1, 3, 5, 4, 2, 6]);
  expect(await listed("featured=first&category=wellness")).toEqual([1, 3, 5]);
  // Other lists stay newest first.
  expect(await listed("featured=true")).toEqual([5, 4, 3, 2, 1]);
  expect(await listed("limit=3")).toEqual([6, 5, 4]);

  expect((await save([1, 3], 2)).body.version).toBe(2);
  expect((await save([], 2)).body.is_own).toBe(false);
  expect(await home()).toBe(before);
  const log = await admin.get<{ items: { action: string; label: string; before: object; after: object }[] }>("/api/admin/audit");
  expect(log.body.items.slice(0, 2)).toMatchObject([
    {
      action: "ordered",
      label: "Featured stories",
      before: { featured_order: "Story 1, Story 3" },
      after: { featured_order: null },
    },
    { action: "ordered", before: { featured_order: null }, after: { featured_order: "Story 1, Story 3" } },
  ]);
});

test("a post that isn't featured or public any more gives its place up, and gets it back", async () => {
  const { db } = app.context;
  const change = async (fields: object) => {
    await db
      .updateTable("posts")
      .set(fields)
      .where("id", "=", ids[1] ?? "")
      .execute();
    await app.app.contentChanged();
    return onHome(await home());
  };
  await save([1, 2]);
  expect(await change({ featured: false })).toEqual([2, 5, 4, 3]);
  expect(await change({ featured: true })).toEqual([1, 2, 5, 4]);
  expect(await change({ status: "archived" })).toEqual([2, 5, 4, 3]);
  expect(await change({ status: "published" })).toEqual([1, 2, 5, 4]);
});
