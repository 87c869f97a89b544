import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoContent } from "../../../app/domain/demo/demo-rules.ts";
import { seedDemo } from "../../../app/domain/demo/seed-demo.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

const PATH = "/api/admin/demo-content";
const seedDir = join(process.cwd(), "db", "seed");

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  await seedDemo(app.context, { seedDir });
  await app.app.contentChanged();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const left = async () => (await admin.get<DemoContent>(PATH)).body;

test("only admins count or remove it", async () => {
  const { actor } = await signedInUser(app);
  for (const [one, status] of [
    [app.actors.anonymous, 401],
    [actor, 403],
  ] as const) {
    expect([(await one.get(PATH)).status, (await one.delete(PATH)).status]).toEqual([status, status]);
  }
  expect((await left()).posts).toBe(14);
});

test("it is removed for good: from the pages, the feeds, the search, and at every later start", async () => {
  const before = await left();
  expect(before).toMatchObject({ posts: 14, edited_posts: 0, other_comments: 0 });
  expect((await app.actors.anonymous.get("/story/mood-tracking-guide")).status).toBe(200);

  expect((await admin.delete(PATH)).status).toBe(204);
  await app.app.contentChanged();
  expect(Object.values(await left()).every((count) => count === 0)).toBe(true);
  expect((await app.actors.anonymous.get("/story/mood-tracking-guide")).status).toBe(404);
  expect((await app.actors.anonymous.get<{ total: number }>("/api/posts")).body.total).toBe(0);
  expect((await app.actors.anonymous.get("/")).text).not.toContain("mood-tracking-guide");
  expect((await app.actors.anonymous.get("/feed.xml")).text).not.toContain("<item>");
  const categories = (await app.actors.anonymous.get<{ posts_count: number }[]>("/api/categories")).body;
  expect([categories.length, categories.every(({ posts_count }) => posts_count === 0)]).toEqual([12, true]);

  expect((await admin.delete(PATH)).status).toBe(204);
  expect(await seedDemo(app.context, { seedDir })).toBeNull();
  expect((await admin.get(PATH)).status).toBe(200);
});
