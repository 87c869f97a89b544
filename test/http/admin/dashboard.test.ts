import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dashboard } from "../../../app/domain/dashboard/dashboard.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildClock, buildPost, buildUser } from "../../builders.ts";

const PATH = "/api/admin/dashboard";
const clock = buildClock();

let app: TestApp;
let admin: Actor;
let author: string;
beforeAll(async () => {
  app = await createTestApp({ clock });
  const made = await signedInUser(app, { role: "admin", full_name: "Ada", created_at: daysAgo(400) });
  admin = made.actor;
  author = made.user.id;
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
const read = async () => (await admin.get<Dashboard>(PATH)).body;
const comment = (post_id: string, content: string, values: object = {}) =>
  app.context.db
    .insertInto("comments")
    .values({ post_id, author_id: author, content, created_at: daysAgo(0), ...values })
    .execute();

test("it requires an admin", async () => {
  expect((await app.actors.anonymous.get(PATH)).status).toBe(401);
  expect((await (await signedInUser(app, { created_at: daysAgo(400) })).actor.get(PATH)).status).toBe(403);
});

test("an empty site has zeros and no change", async () => {
  const nothing = { total: 0, current: 0, previous: 0, change: 0 };
  expect(await read()).toEqual({
    posts: nothing,
    users: { ...nothing, total: 2 },
    comments: nothing,
    views: nothing,
    activity: [],
    waiting: {
      pending_comments: 0,
      unsent_mails: 0,
      people_waiting: 0,
      failed_jobs: 0,
      unknown_proxy: false,
      database_restarts: { count: 0, last: null },
      full_disk: { refused: 0, last: null },
      offsite_pictures: { posts: 0, hosts: [] },
    },
    backups: { automatic: true, last: null, proven: null, next_at: expect.stringContaining("T03:00:00.000Z"), warnings: [] },
    first_steps: ["description", "article"],
  });
});

test("the first steps go one by one, and all of them once an own article is published", async () => {
  const { db } = app.context;
  const steps = async () => (await read()).first_steps;
  const demo = await buildPost(db, { is_demo: true });
  const page = await buildPost(db, { kind: "page", slug: "imprint" });
  const draft = await buildPost(db, { status: "draft", published_at: null });
  expect(await steps()).toEqual(["description", "demo", "article"]);
  await db
    .updateTable("settings")
    .set({ value: JSON.stringify({ siteDescription: "What herons know." }) })
    .execute();
  await app.settings.renew();
  expect(await steps()).toEqual(["demo", "article"]);
  const own = await buildPost(db, {});
  expect(await steps()).toEqual([]);
  const ids = [demo, page, draft, own].map(({ id }) => id);
  await db.deleteFrom("posts").where("id", "in", ids).execute();
  await db.updateTable("settings").set({ value: "{}" }).execute();
  await app.settings.renew();
  expect(await steps()).toEqual(["description", "article"]);
});

test("each figure counts everything and has its change against the previous 30 days", async () => {
  const { db } = app.context;
  for (const days of [1, 29, 45, 50, 55, 59, 61, 400]) await buildPost(db, { created_at: daysAgo(days), author_id: author });
  await buildUser(db, { created_at: daysAgo(3) });
  const post = await buildPost(db, { created_at: daysAgo(70), title: "Much read" });
  const views = [2, 3, 4, 31, 32].map((days) => ({ post_id: post.id, viewed_at: daysAgo(days) }));
  await db.insertInto("post_views").values(views).execute();
  const found = await read();
  expect(found.posts).toEqual({ total: 9, current: 2, previous: 4, change: -50 });
  expect(found.users).toEqual({ total: 3, current: 1, previous: 0, change: 100 });
  expect(found.views).toEqual({ total: 5, current: 3, previous: 2, change: 50 });
  expect(found.comments.change).toBe(0);
});

test("the five newest posts and the five newest comments are merged by time", async () => {
  const { db } = app.context;
  const post = await buildPost(db, {
    created_at: daysAgo(0.5),
    title: "Newest",
    status: "draft",
    published_at: null,
    author_id: author,
  });
  for (let minute = 1; minute <= 6; minute += 1)
    await comment(post.id, `Comment ${minute}`, { created_at: daysAgo(minute / 1440) });
  await comment(post.id, `Thanks for ${"this ".repeat(40)}`, { created_at: daysAgo(0.5 / 1440) });
  await comment(post.id, "x".repeat(500), { created_at: daysAgo(0) });
  const { activity } = await read();
  expect(activity.filter(({ kind }) => kind === "comment")).toHaveLength(5);
  expect(activity.filter(({ kind }) => kind === "post")).toHaveLength(5);
  const times = activity.map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(activity[0]).toMatchObject({
    kind: "comment",
    label: `${"x".repeat(120)}…`,
    about: "Newest",
    who: "Ada",
    status: "pending",
  });
  expect(activity[1]?.label).toBe(`Thanks for ${"this ".repeat(20)}this…`);
  expect(activity[5]).toMatchObject({ kind: "post", id: post.id, label: "Newest", about: null, who: "Ada", status: "draft" });
});

test("it names what waits: comments without spam, unsent mails, failed jobs", async () => {
  const { db } = app.context;
  const post = await buildPost(db);
  const before = (await read()).waiting;
  await comment(post.id, "Please look");
  await comment(post.id, "Buy this", { is_spam: true });
  await comment(post.id, "Fine", { status: "approved" });
  const mail = {
    recipient: "a@b.test",
    kind: "recovery",
    subject: "s",
    body_text: "t",
    body_html: "h",
    useful_until: daysAgo(-1),
  };
  await db
    .insertInto("outbox")
    .values([mail, { ...mail, given_up_at: daysAgo(0) }, { ...mail, sent_at: daysAgo(0) }])
    .execute();
  expect(await read().then(({ waiting }) => waiting)).toEqual({
    pending_comments: before.pending_comments + 1,
    unsent_mails: before.unsent_mails + 2,
    people_waiting: 0,
    unknown_proxy: false,
    database_restarts: { count: 0, last: null },
    full_disk: { refused: 0, last: null },
    failed_jobs: 0,
    offsite_pictures: { posts: 0, hosts: [] },
  });
});

test("it counts the users whose link no mail server took, until the link was used", async () => {
  const { db } = app.context;
  const waiting = async () => (await read()).waiting.people_waiting;
  await buildUser(db, { email: "new@reader.test", email_confirmed_at: null, created_at: daysAgo(0) });
  await buildUser(db, { email: "known@reader.test", email_confirmed_at: daysAgo(1), created_at: daysAgo(0) });
  const kept = (recipient: string, kind: string, values: object = {}) => ({
    recipient,
    kind,
    subject: "s",
    body_text: "t",
    body_html: "h",
    link: "https://blog.example/confirm?token_hash=1",
    useful_until: daysAgo(-1),
    sent_at: daysAgo(0),
    ...values,
  });
  await db
    .insertInto("outbox")
    .values([
      kept("new@reader.test", "confirm", { useful_until: daysAgo(1) }),
      kept("New@reader.test", "confirm"),
      kept("known@reader.test", "confirm"),
      kept("known@reader.test", "recovery", { useful_until: daysAgo(1) }),
      kept("nobody@reader.test", "password_changed", { link: null }),
    ])
    .execute();
  expect(await waiting()).toBe(1);
  await db.insertInto("outbox").values(kept("known@reader.test", "recovery")).execute();
  expect(await waiting()).toBe(2);
  await db
    .updateTable("users")
    .set({ email_confirmed_at: daysAgo(0) })
    .where("email", "=", "new@reader.test")
    .execute();
  expect(await waiting()).toBe(1);
});

test("it says when requests seem to come through a proxy that isn't declared", async () => {
  expect((await read()).waiting.unknown_proxy).toBe(false);
  await app.actors.from({ address: "192.168.7.9" }).post("/api/likes/toggle", {}, { via: "1.1 proxy" });
  expect((await read()).waiting.unknown_proxy).toBe(true);
});
