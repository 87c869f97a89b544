import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { listed, say, setSettings } from "./comment-actions.ts";

let app: TestApp;
let admin: Actor;
let reader: Actor;
let post: { slug: string };
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
beforeEach(async () => {
  await app.context.db.deleteFrom("comments").execute();
  reader = (await signedInUser(app)).actor;
  post = await buildPost(app.context.db);
});
afterAll(() => app.close());

const said = async (content: string) => (await say(reader, post.slug, content)).body;

test("only the first comment of a person waits, until one is approved, and again when none is", async () => {
  await setSettings(app, { moderateComments: true, holdFirstOnly: true, enableNotifications: false });
  const first = await said("The first of mine");
  expect([first.status, (await said("The second of mine")).status]).toEqual(["pending", "pending"]);
  await admin.patch(`/api/admin/comments/${first.id}`, { status: "approved" });
  expect((await said("The third of mine")).status).toBe("approved");
  await admin.post("/api/admin/comments/bulk", { filter: {}, action: "reject" });
  expect((await said("The fourth of mine")).status).toBe("pending");
});

test("listed words hold a comment or mark it as spam, with the reason", async () => {
  await setSettings(app, { moderateComments: false, holdWords: "larks", spamWords: "pills.example", enableNotifications: false });
  expect((await said("Nothing of the kind")).status).toBe("approved");
  expect((await said("I like LÁRKS")).status).toBe("pending");
  expect((await said("See https://a.pills.example/")).status).toBe("pending");
  const { items } = await listed(admin, "?sort=created_at");
  expect(items.map(({ is_spam, spam_reason }) => [is_spam, spam_reason])).toEqual([
    [false, null],
    [false, "held_word"],
    [true, "spam_word"],
  ]);
});
