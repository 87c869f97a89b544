import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "../../../app/platform/database/listen.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { silent } from "../../platform/test-postgres.ts";
import { say, setSettings } from "./comment-actions.ts";

let app: TestApp;
let slug: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  slug = (await buildPost(app.context.db)).slug;
  await setSettings(app, { moderateComments: false });
});

const page = async () => {
  await app.app.contentChanged();
  return (await app.actors.anonymous.get(`/story/${slug}`)).text;
};

test("the comments are in the page without scripts; those that wait for approval aren't", async () => {
  const { actor } = await signedInUser(app, { full_name: "Ada <b>" });
  const first = (await say(actor, slug, "First <words>\nsecond line, www.larks.com")).body;
  await say(actor, slug, "A reply", { reply_to: first.id });
  await setSettings(app, {});
  await say(actor, slug, "Nobody sees this yet");
  const html = await page();
  expect(html).toContain("2 comments</h2>");
  expect(html).toContain("Ada &lt;b&gt;");
  expect(html).toContain(
    'First &lt;words&gt;<br>second line, <a href="http://www.larks.com" rel="nofollow ugc noopener">www.larks.com</a>',
  );
  expect(html.indexOf("A reply")).toBeGreaterThan(html.indexOf("First &lt;words&gt;"));
  expect(html).not.toContain("Nobody sees this yet");
  const back = encodeURIComponent(`/story/${slug}#comments`);
  expect(html).toContain(`href="/login?next=${back}"`);
  expect(html).toContain(`href="/register?next=${back}"`);
});

test("an article without comments asks for the first; a closed one says nothing, or that it is closed", async () => {
  expect(await page()).toContain("No comments yet</h2>");
  await setSettings(app, { allowComments: false });
  expect(await page()).not.toContain('id="comments"');
  await setSettings(app, { moderateComments: false });
  await say((await signedInUser(app)).actor, slug, "Early");
  await setSettings(app, { allowComments: false });
  const html = await page();
  expect(html).toContain("Early");
  expect(html).toContain("Comments are closed.");
  expect(html).not.toContain('href="/login?next=');
});

test("changes of public comments are announced, and no others", async () => {
  const { db } = app.context;
  const { id: post_id } = await db.selectFrom("posts").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const draft = await buildPost(db, { status: "draft", published_at: null });
  const { user } = await signedInUser(app);
  const add = async (values: object) =>
    (
      await db
        .insertInto("comments")
        .values({ content: "x", post_id, ...values })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const set = (id: string, values: object) => db.updateTable("comments").set(values).where("id", "=", id).execute();
  const heard: string[] = [];
  const listener = await listen(app.database.config, "content_changed", (payload) => heard.push(payload), {
    log: silent,
    onReconnect: () => {},
  });
  const steps: [what: string, announced: boolean, () => Promise<unknown>][] = [
    ["a pending comment", false, () => add({ status: "pending" })],
    ["an approved one under a draft", false, () => add({ status: "approved", post_id: draft.id })],
    ["an approved one", true, () => add({ status: "approved", author_id: user.id })],
    ["its author's new name", true, () => db.updateTable("users").set({ full_name: "N" }).where("id", "=", user.id).execute()],
    ["its author gone", true, () => db.deleteFrom("users").where("id", "=", user.id).execute()],
  ];
  const hidden = await add({ status: "pending" });
  steps.push(
    ["other words of a pending one", false, () => set(hidden, { content: "y" })],
    ["spam", false, () => set(hidden, { is_spam: true, status: "rejected" })],
    ["approval", true, () => set(hidden, { status: "approved" })],
    ["a notice sent", false, () => set(hidden, { notified_at: new Date() })],
    ["other words", true, () => set(hidden, { content: "z", edited_at: new Date() })],
    ["deletion", true, () => db.deleteFrom("comments").where("id", "=", hidden).execute()],
  );
  for (const [what, announced, step] of steps) {
    heard.length = 0;
    await step();
    await sql`select pg_notify('content_changed', 'the end')`.execute(db);
    while (!heard.includes("the end")) await pause(5);
    expect([what, heard.length > 1], what).toEqual([what, announced]);
  }
  await listener.close();
});
