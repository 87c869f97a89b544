import { afterAll, beforeAll, expect, test } from "vitest";
import type { Issue, IssuePage } from "../../app/domain/newsletter/newsletter.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildSubscriber } from "../builders.ts";

const ISSUES = "/api/admin/newsletter/issues";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

test("a draft says how many would get it now, by their choices and its language", async () => {
  const { db } = app.context;
  const { id: category_id } = await buildCategory(db);
  const follower = await buildSubscriber(db, { all_categories: false });
  await db.insertInto("subscriber_categories").values({ subscriber_id: follower.id, category_id }).execute();
  await buildSubscriber(db, { all_categories: false });
  await buildSubscriber(db, { frequency: "weekly" });
  await buildSubscriber(db, { language: "de" });
  await buildSubscriber(db, { state: "left", ended_at: new Date() });
  const letter = { kind: "letter", subject: "On larks", content: "", audience: "all", category_id: null };
  const { id } = (await admin.post<Issue>(ISSUES, letter)).body;
  const allOf = async (issue: string) => (await admin.get<Issue>(`${ISSUES}/${issue}`)).body.counts.all;
  expect(await allOf(id)).toBe(4);
  await admin.patch(`${ISSUES}/${id}`, { audience: "category", category_id });
  expect(await allOf(id)).toBe(3);
  const { id: post_id } = await buildPost(db);
  const ofPost = (await admin.post<Issue>(ISSUES, { kind: "post", post_id, audience: "all", category_id: null })).body;
  expect(await allOf(ofPost.id)).toBe(2);

  const found = async (post: string) => (await admin.get<IssuePage>(`${ISSUES}?post_id=${post}`)).body;
  expect((await found(post_id)).items.map((issue) => issue.id)).toEqual([ofPost.id]);
  expect(await found(category_id)).toMatchObject({ items: [], total: 0 });
});
