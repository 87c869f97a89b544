import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnalyticsOverview } from "../../../app/domain/analytics/analytics.ts";
import { rollUp } from "../../../app/domain/analytics/rollups/roll-up.ts";
import type { Dashboard } from "../../../app/domain/dashboard/dashboard.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildClock, buildPost, buildUser } from "../../builders.ts";
import { buildVisit } from "../../visits.ts";

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
/** Admins get all of it. */
type Whole = Required<Dashboard> & { waiting: Required<Dashboard["waiting"]> };
const read = async () => (await admin.get<Whole>(PATH)).body;
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
      handed_in: 0,
      unsent_mails: 0,
      people_waiting: 0,
      failed_jobs: 0,
      unknown_proxy: false,
      database_restarts: { count: 0, last: null },
      full_disk: { refused: 0, last: null },
      offsite_pictures: { posts: 0, hosts: [] },
    },
    backups: { automatic: true, last: null, proven: null, next_at: expect.stringContaining("T03:00:00.000Z"), warnings: [] },
    week: { period: expect.objectContaining({ days: 7 }), days: expect.any(Array), marks: [], articles: [], sources: [] },
    next: [],
    first_steps: [
      { step: "name", is_done: true },
      { step: "description", is_done: false },
      { step: "email", is_done: true },
      { step: "backups", is_done: true },
      { step: "article", is_done: false },
    ],
  });
});

test("the first steps are done one by one, stay after the first article, and go when they are done or dismissed", async () => {
  const { db } = app.context;
  const listed = async () => (await read()).first_steps;
  const steps = async () => (await listed()).filter(({ is_done }) => !is_done).map(({ step }) => step);
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
  expect(await steps()).toEqual(["demo"]);
  const dismissed = "/api/admin/dashboard/dismissed-steps";
  expect((await admin.put(`${dismissed}/everything`)).status).toBe(400);
  for (const _ of [1, 2]) expect((await admin.put(`${dismissed}/demo`)).status).toBe(204);
  expect(await listed()).toEqual([]);
  await db.deleteFrom("dismissed_steps").execute();
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
  const found = await read();
  expect(found.posts).toEqual({ total: 8, current: 2, previous: 4, change: -50 });
  expect(found.users).toEqual({ total: 3, current: 1, previous: 0, change: 100 });
  expect(found.comments.change).toBe(0);
});

test("views and the last 7 days are those of Website Analytics", async () => {
  const { db } = app.context;
  const post = await buildPost(db, { slug: "much-read", title: "Much read", created_at: daysAgo(70) });
  const home = { path: "/", views: 2 };
  for (const [days, source] of [
    [2, "Google"],
    [3, "Google"],
    [4, "Reddit"],
    [20, "Bing"],
    [31, "Bing"],
    [32, "Bing"],
    [400, "Bing"],
  ] as const)
    await buildVisit(db, { at: daysAgo(days), source, pages: [home, { path: `/story/${post.slug}` }] });
  await rollUp(app.context, { timezone: "UTC" });
  const { views, week } = await read();
  expect(views).toEqual({ total: 21, current: 12, previous: 6, change: 100 });
  const { body } = await admin.get<AnalyticsOverview>("/api/admin/analytics/overview");
  expect([views.current, views.change]).toEqual([body.page_views, body.changes.page_views]);
  expect(week.days.map((day) => day.views)).toEqual([0, 0, 3, 3, 3, 0, 0]);
  expect(week.articles).toEqual([{ title: "Much read", slug: "much-read", views: 3 }]);
  expect(week.sources).toEqual([
    { value: "Google", visits: 2 },
    { value: "Reddit", visits: 1 },
  ]);
});

test("next are scheduled posts, the next one first, then the latest drafts", async () => {
  const { db } = app.context;
  const draft = (title: string, hours: number) =>
    buildPost(db, { title, status: "draft", published_at: null, updated_at: daysAgo(hours / 24) });
  const [later, soon] = [await draft("Later", 1), await draft("Soon", 2)];
  await draft("Older", 48);
  await draft("Newer", 24);
  const plan = (post_id: string, at: Date) => ({ post_id, kind: "publish", at, next_at: at });
  await db
    .insertInto("post_schedules")
    .values([plan(later.id, daysAgo(-2)), plan(soon.id, daysAgo(-1))])
    .execute();
  const { next } = await read();
  expect(next.map(({ title }) => title)).toEqual(["Soon", "Later", "Newer", "Older"]);
  expect(next.map(({ at }) => at)).toEqual([daysAgo(-1).toISOString(), daysAgo(-2).toISOString(), null, null]);
  await db.deleteFrom("posts").where("status", "=", "draft").execute();
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
    handed_in: 0,
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
