import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildClock, buildPost, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { rawHit } from "../../../../test/hits.ts";
import { createCurrentSettings } from "../../settings/read-settings.ts";
import { VIEW_PAUSE_MS } from "../hit-rules.ts";
import { viewsOfArticle } from "./article-views.ts";
import { anonymizeViews } from "./end-idle-visits.ts";
import { createIntake, type Intake } from "./intake.ts";

const clock = buildClock();
let opened: Awaited<ReturnType<typeof openTestContext>>;
let intake: Intake;
beforeAll(async () => {
  opened = await openTestContext({ clock });
});
beforeEach(async () => {
  const settings = await createCurrentSettings(opened.ctx, { siteUrl: "http://blog.test" });
  intake = createIntake(opened.ctx, { places: { find: () => null }, settings });
});
afterAll(() => opened.close());

type Hit = Parameters<typeof rawHit>[0];
const open = (slug: string, session: string, more: Hit = {}) => intake.take(rawHit({ url: `/story/${slug}`, session, ...more }));
const views = async (slug: string) => (await viewsOfArticle(opened.ctx, `/story/${slug}?utm_source=letter`))?.views_count;
const rows = (id: string) => opened.db.selectFrom("post_views").selectAll().where("post_id", "=", id).execute();

test("a session counts once in 30 minutes, however often it opens an article at once", async () => {
  const { id, slug } = await buildPost(opened.db);
  const session = buildSession();
  await Promise.all(Array.from({ length: 50 }, () => open(slug, session)));
  expect(await rows(id)).toMatchObject([{ session_id: session, viewed_at: clock.now() }]);
  clock.forward(VIEW_PAUSE_MS - 1);
  await open(slug, session);
  expect(await views(slug)).toBe(1);
  clock.forward(1);
  await open(slug, session);
  await open(slug, session);
  expect([await views(slug), (await rows(id)).length]).toEqual([2, 2]);
});

test("a session counts once also when two processes are told of it at the same time", async () => {
  const { id, slug } = await buildPost(opened.db);
  const settings = await createCurrentSettings(opened.ctx, { siteUrl: "http://blog.test" });
  const others = [1, 2, 3].map(() => createIntake(opened.ctx, { places: { find: () => null }, settings }));
  for (const session of Array.from({ length: 10 }, buildSession))
    await Promise.all([intake, ...others].map((one) => one.take(rawHit({ url: `/story/${slug}`, session }))));
  expect([await views(slug), (await rows(id)).length]).toEqual([10, 10]);
});

test("sessions and articles are counted separately, and the counter equals the rows", async () => {
  const [a, b] = [await buildPost(opened.db), await buildPost(opened.db)];
  const sessions = Array.from({ length: 60 }, buildSession);
  await Promise.all(sessions.map((session, n) => open(a.slug, session, { address: `198.51.100.${n}` })));
  await open(b.slug, sessions[0] ?? "");
  expect([await views(a.slug), (await rows(a.id)).length, await views(b.slug)]).toEqual([60, 60, 1]);
});

test("only the view of a published article counts: no sign of life, no other page, no draft", async () => {
  const [post, draft] = [await buildPost(opened.db), await buildPost(opened.db, { status: "draft" })];
  await open(post.slug, buildSession(), { kind: "alive" });
  await open(draft.slug, buildSession());
  await intake.take(rawHit({ url: "/about", session: buildSession() }));
  expect([await views(post.slug), await rows(draft.id), await views(draft.slug)]).toEqual([0, [], undefined]);
  expect(await viewsOfArticle(opened.ctx, "/about")).toBeNull();
});

test("bots and readers who opt out aren't counted, and admins only if the setting says so", async () => {
  const { id, slug } = await buildPost(opened.db);
  for (const userAgent of ["Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.5.0", " ", ""])
    await open(slug, buildSession(), { userAgent });
  await open(slug, buildSession(), { optsOut: true });
  await open(slug, buildSession(), { who: "admin" });
  expect(await rows(id)).toEqual([]);
  await opened.db.updateTable("analytics_options").set({ count_admins: true }).execute();
  intake.forget();
  await open(slug, buildSession(), { who: "admin" });
  expect(await views(slug)).toBe(1);
  await opened.db.updateTable("analytics_options").set({ count_admins: false }).execute();
});

test("a view stays after its session is removed", async () => {
  const { id, slug } = await buildPost(opened.db);
  const [early, late] = [buildSession(), buildSession()];
  await open(slug, early);
  clock.forward(VIEW_PAUSE_MS - 1);
  await open(slug, late);
  const sessions = async () => (await rows(id)).map(({ session_id }) => session_id).sort();
  await anonymizeViews(opened.ctx);
  expect(await sessions(), "within half an hour").toEqual([early, late].sort());
  clock.forward(1);
  await anonymizeViews(opened.ctx);
  expect((await rows(id)).map(({ session_id }) => session_id).filter(Boolean)).toEqual([late]);
  await open(slug, late);
  expect(await views(slug)).toBe(2);
  await open(slug, early);
  expect(await views(slug)).toBe(3);
});
