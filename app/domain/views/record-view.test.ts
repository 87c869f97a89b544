import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildClock, buildPost, buildSession } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { anonymizeViews, recordView, VIEW_WINDOW_MS } from "./record-view.ts";

const clock = buildClock();
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext({ clock });
});
afterAll(() => opened.close());
const open = (postId: string, sessionId: string, more: Partial<Parameters<typeof recordView>[1]> = {}) =>
  recordView(opened.ctx, { postId, sessionId, userAgent: firefox, acceptLanguage: "en", ...more });
const rows = (id: string) => opened.db.selectFrom("post_views").selectAll().where("post_id", "=", id).execute();

test("a session counts once in 30 minutes, however often it opens an article at once", async () => {
  const { id } = await buildPost(opened.db);
  const session = buildSession();
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(id, session)));
  expect(answers.filter(({ counted }) => counted)).toHaveLength(1);
  expect(await rows(id)).toMatchObject([{ session_id: session, viewed_at: clock.now() }]);

  clock.forward(VIEW_WINDOW_MS - 1);
  expect(await open(id, session)).toEqual({ counted: false, views_count: 1 });
  clock.forward(1);
  expect(await open(id, session)).toEqual({ counted: true, views_count: 2 });
  expect(await open(id, session)).toEqual({ counted: false, views_count: 2 });
});

test("sessions and articles are counted separately", async () => {
  const [a, b] = [await buildPost(opened.db), await buildPost(opened.db)];
  const [one, two] = [buildSession(), buildSession()];
  expect(await open(a.id, one)).toEqual({ counted: true, views_count: 1 });
  expect(await open(a.id, two)).toEqual({ counted: true, views_count: 2 });
  expect(await open(b.id, one)).toEqual({ counted: true, views_count: 1 });
});

test("the counter equals the rows after concurrent views", async () => {
  const { id } = await buildPost(opened.db);
  await Promise.all(Array.from({ length: 60 }, () => open(id, buildSession())));
  expect(await rows(id)).toHaveLength(60);
  expect((await open(id, buildSession())).views_count).toBe(61);
});

test("bots and clients without a User-Agent are not counted", async () => {
  const { id } = await buildPost(opened.db);
  for (const userAgent of ["Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.5.0", " ", ""]) {
    expect(await open(id, buildSession(), { userAgent }), userAgent).toEqual({ counted: false, views_count: 0 });
  }
  expect(await open(id, buildSession(), { acceptLanguage: null })).toEqual({ counted: false, views_count: 0 });
  expect(await rows(id)).toEqual([]);
});

test("admins are counted only if the setting says so", async () => {
  const { id } = await buildPost(opened.db);
  expect(await open(id, buildSession(), { who: "admin" })).toEqual({ counted: false, views_count: 0 });
  await opened.db.updateTable("analytics_options").set({ count_admins: true }).execute();
  expect(await open(id, buildSession(), { who: "admin" })).toEqual({ counted: true, views_count: 1 });
  await opened.db.updateTable("analytics_options").set({ count_admins: false }).execute();
});

test("a view stays after its session is removed", async () => {
  const { id } = await buildPost(opened.db);
  const [early, late] = [buildSession(), buildSession()];
  await open(id, early);
  clock.forward(VIEW_WINDOW_MS - 1);
  await open(id, late);
  const sessions = async () => (await rows(id)).map(({ session_id }) => session_id).sort();
  await anonymizeViews(opened.ctx);
  expect(await sessions(), "within half an hour").toEqual([early, late].sort());
  clock.forward(1);
  await anonymizeViews(opened.ctx);
  expect((await rows(id)).map(({ session_id }) => session_id).filter(Boolean)).toEqual([late]);
  expect(await open(id, late)).toEqual({ counted: false, views_count: 2 });
  expect(await open(id, early)).toEqual({ counted: true, views_count: 3 });
});

test("only a published article can be opened", async () => {
  const draft = await buildPost(opened.db, { status: "draft" });
  for (const id of [draft.id, randomUUID(), "nonsense"]) {
    await expect(open(id, buildSession())).rejects.toMatchObject({ kind: "not_found", message: "Post not found" });
  }
  expect(await rows(draft.id)).toEqual([]);
});
