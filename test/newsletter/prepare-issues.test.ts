import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { finishIssues, type PrepareTools, prepareIssues } from "../../app/domain/newsletter/prepare-issues.ts";
import { buildCategory, buildPost, buildSubscriber } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { buildIssue } from "./build-subscribers.ts";
import { SETTINGS, SITE } from "./sender-options.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.db.deleteFrom("newsletter_issues").execute();
  await opened.db.deleteFrom("subscribers").execute();
});

const tools: PrepareTools = {
  compose: async ({ subject, post_title }) => ({
    subject: subject || (post_title ?? ""),
    html: "<p></p>",
    text: "",
    isCut: false,
  }),
  site: () => SITE,
  settings: () => SETTINGS,
};
const prepare = (changes: Partial<PrepareTools> = {}) => prepareIssues(opened.ctx, { ...tools, ...changes });
const read = (id: string) => opened.db.selectFrom("newsletter_issues").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const recipientsOf = async (id: string) =>
  (await opened.db.selectFrom("newsletter_recipients").select("email").where("issue_id", "=", id).orderBy("email").execute()).map(
    ({ email }) => email.split("@")[0],
  );
const build = (name: string, values: Parameters<typeof buildSubscriber>[1] = {}) =>
  buildSubscriber(opened.db, { email: `${name}@example.org`, ...values });

test("a letter goes to everybody who is confirmed, once, however often it is prepared", async () => {
  await build("each");
  await build("weekly", { frequency: "weekly" });
  await build("pending", { state: "pending", confirmed_at: null });
  await build("left", { state: "left", ended_at: new Date() });
  await build("bounced", { state: "suppressed", suppressed_for: "hard bounce", ended_at: new Date() });
  const { id } = await buildIssue(opened.db);
  await Promise.all([prepare(), prepare()]);
  await prepare();
  expect(await recipientsOf(id)).toEqual(["each", "weekly"]);
  const issue = await read(id);
  expect([issue.state, issue.mail]).toEqual(["sending", { subject: "On larks", html: "<p></p>", text: "", isCut: false }]);
});

test("a post goes to those who want each post, in its language, and to followers of its category alone if so chosen", async () => {
  const { db } = opened;
  const { id: category_id } = await buildCategory(db);
  const { id: other } = await buildCategory(db);
  const follow = async (name: string, category: string) => {
    const { id } = await build(name, { all_categories: false });
    await db.insertInto("subscriber_categories").values({ subscriber_id: id, category_id: category }).execute();
  };
  await build("all");
  await follow("follower", category_id);
  await follow("stranger", other);
  await build("weekly", { frequency: "weekly" });
  await build("german", { language: "de" });
  await build("english", { language: "en" });
  const english = await buildPost(db, { category_id });
  const german = await buildPost(db, { category_id, language: "de" });
  const followers = await buildIssue(db, { kind: "post", post_id: english.id, subject: "", audience: "category", category_id });
  const everybody = await buildIssue(db, { kind: "post", post_id: german.id, subject: "" });
  await prepare();
  expect(await recipientsOf(followers.id)).toEqual(["all", "english", "follower"]);
  expect(await recipientsOf(everybody.id)).toEqual(["all", "follower", "german", "stranger"]);
});

test("an issue starts by itself when its time has come, and when its post is published", async () => {
  const { db } = opened;
  const soon = new Date(Date.now() + 3_600_000);
  const post = await buildPost(db, { status: "draft", published_at: null });
  await db.insertInto("post_schedules").values({ post_id: post.id, kind: "publish", at: soon, next_at: soon }).execute();
  const due = await buildIssue(db, { state: "scheduled", scheduled_at: new Date(Date.now() - 1000) });
  const later = await buildIssue(db, { state: "scheduled", scheduled_at: soon });
  const withPost = await buildIssue(db, { state: "scheduled", kind: "post", post_id: post.id, subject: "" });
  await prepare();
  const states = async () => [(await read(due.id)).state, (await read(later.id)).state, (await read(withPost.id)).state];
  expect(await states()).toEqual(["sending", "scheduled", "scheduled"]);
  await db.updateTable("posts").set({ status: "published", published_at: new Date() }).where("id", "=", post.id).execute();
  await prepare();
  expect(await states()).toEqual(["sending", "scheduled", "sending"]);
  await finishIssues(db);
  expect((await read(due.id)).state).toBe("sent");
});

test.each([
  ["trashed", "The post was moved to the trash before the issue was sent."],
  ["archived", "The post is no longer scheduled to be published, so the issue was not sent."],
  [null, "The post was deleted before the issue was sent."],
])("an issue isn't sent when its post is %s before, and says why", async (status, reason) => {
  const { db } = opened;
  const post = await buildPost(db, { status: "draft", published_at: null });
  const { id } = await buildIssue(db, { state: "scheduled", kind: "post", post_id: post.id, subject: "" });
  const trashed = status === "trashed" && { trashed_at: new Date(), trashed_status: "draft", trashed_slug: post.slug };
  if (status)
    await db
      .updateTable("posts")
      .set({ status, ...trashed })
      .where("id", "=", post.id)
      .execute();
  else await db.deleteFrom("posts").where("id", "=", post.id).execute();
  await prepare();
  expect(await read(id)).toMatchObject({ state: "canceled", reason, started_at: null });
  expect(await recipientsOf(id)).toEqual([]);
});

test("what was fixed goes on when its post is edited or goes to the trash", async () => {
  const { db } = opened;
  await build("ada");
  const post = await buildPost(db, { title: "Dawn" });
  const { id } = await buildIssue(db, { kind: "post", post_id: post.id, subject: "" });
  await prepare();
  await db
    .updateTable("posts")
    .set({ title: "Dusk", status: "trashed", trashed_at: new Date(), trashed_status: "published", trashed_slug: post.slug })
    .where("id", "=", post.id)
    .execute();
  await prepare();
  expect(await read(id)).toMatchObject({ state: "sending", mail: { subject: "Dawn" } });
});

test("an issue that can't be prepared is paused with the reason, and the owner is told", async () => {
  const { db } = opened;
  const { id } = await buildIssue(db);
  await prepare({ settings: () => ({ ...SETTINGS, postalAddress: "" }) });
  expect(await read(id)).toMatchObject({
    state: "paused",
    reason: "The newsletter can’t be sent yet. It needs your postal address.",
    started_at: null,
  });
  const notices = await db.selectFrom("admin_notices").select("title").execute();
  expect(notices).toEqual([{ title: "The newsletter “On larks” was paused" }]);
});
