import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildPost, buildSession, buildUser } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { plainRollups, storedRollups } from "../../../../test/plain-rollups.ts";
import { buildVisit } from "../../../../test/visits.ts";
import { rebuildAll, rollUp } from "./roll-up.ts";

const UTC = { timezone: "UTC" };

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  for (const table of [
    "analytics_records",
    "analytics_marks",
    "analytics_days",
    "analytics_values",
    "analytics_pages",
    "posts",
  ]) {
    await sql`truncate ${sql.table(table)} cascade`.execute(db);
  }
  await db.updateTable("analytics_options").set({ rolled_timezone: null, raw_from: null }).execute();
});

const marksLeft = async () => (await opened.db.selectFrom("analytics_marks").select("id").execute()).length;
const daysStored = async () => {
  const { rows } = await sql<{ day: string; visits: number; visitors: number; views: number }>`
    select day::text, visits, visitors, views from analytics_days order by day`.execute(opened.db);
  return rows;
};

test("a day worked out by hand: visits, visitors, bounces, durations, pages with entries and exits, and what visits share", async () => {
  const { ctx, db } = opened;
  const post = await buildPost(db, { slug: "seen", reading_time: 4 });
  const at = (clock: string) => new Date(`2026-03-10T${clock}Z`);
  // Ada, twice: first from Google to the article and on to the listing, then only the listing for five seconds.
  const ada = { visitor: 1, source: "Google", channel: "search" as const, country: "Germany", city: "Berlin" };
  await buildVisit(db, {
    ...ada,
    at: at("08:00:00"),
    pages: [
      { path: "/story/seen", views: 2, engaged: 90, scroll: 95 },
      { path: "/view-all", after: 100, last: 130, engaged: 10 },
    ],
    ended: 130,
  });
  await buildVisit(db, { ...ada, at: at("09:00:00"), pages: [{ path: "/view-all", engaged: 5, scroll: 60 }], ended: 5 });
  // Bob, still there, at the last moment of the day.
  await buildVisit(db, { at: at("23:59:59.999"), visitor: 2, campaign: "spring", pages: [{ path: "/story/seen", scroll: 9 }] });
  await db
    .insertInto("article_likes")
    .values({ article_id: post.id, session_id: buildSession(), created_at: at("10:00:00") })
    .execute();
  expect(await rollUp(ctx, UTC)).toEqual({ days: 1 });

  const { days, values, pages, posts } = await storedRollups(db);
  const whole = { visits: 3, visitors: 2, views: 5, bounces: 2 };
  expect(Object.fromEntries(days)).toEqual({
    "2026-03-10": { ...whole, engaged_seconds: 105, completed: 2, duration_seconds: 135 },
  });
  const { id: listing } = await db
    .selectFrom("analytics_paths")
    .select("id")
    .where("path", "=", "/view-all")
    .executeTakeFirstOrThrow();
  const seen = { views: 2, visits: 2, visitors: 1, entries: 1, exits: 2, bounces: 1 };
  expect(pages.get(`2026-03-10 ${listing}`)).toEqual({
    ...seen,
    engaged_seconds: 15,
    started: 2,
    half: 1,
    finished: 0,
    completed: 2,
    duration_seconds: 135,
  });
  const adas = { visits: 2, visitors: 1, views: 4, bounces: 1, engaged_seconds: 105, completed: 2, duration_seconds: 135 };
  const bob = { visits: 1, visitors: 1, views: 1, bounces: 1, engaged_seconds: 0, completed: 0, duration_seconds: 0 };
  expect(values.get("2026-03-10 source Google")).toEqual(adas);
  expect(values.get("month 2026-03 city Berlin, Germany")).toEqual(adas);
  expect(values.get("2026-03-10 city unknown")).toEqual(bob);
  expect(values.get("2026-03-10 campaign spring")).toEqual(bob);
  expect(values.get("2026-03-10 device desktop")).toEqual(days.get("2026-03-10"));
  expect(posts.get(`2026-03-10 ${post.id}`)).toEqual({ views: 3, likes: 1, comments: 0 });
  expect(await marksLeft()).toBe(0);
});

test("nothing is done for a day without a mark, and a day that loses all visits loses its rows", async () => {
  const { ctx, db } = opened;
  await buildVisit(db, { at: new Date("2026-03-10T08:00:00Z"), pages: [{ path: "/" }] });
  expect(await rollUp(ctx, UTC)).toEqual({ days: 1 });
  expect(await rollUp(ctx, UTC)).toEqual({ days: 0 });
  await db.deleteFrom("analytics_records").execute();
  await db
    .insertInto("analytics_marks")
    .values({ at: new Date("2026-03-10T08:00:00Z") })
    .execute();
  await rollUp(ctx, UTC);
  expect(await storedRollups(db)).toEqual({ days: new Map(), values: new Map(), pages: new Map(), posts: new Map() });
});

// Clocks in Paris go forward on 29 March 2026 at 1:00 UTC, and back on 25 October at 1:00 UTC.
test.each([
  {
    moments: ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"],
    inParis: ["2026-03-28 1", "2026-03-29 2", "2026-03-30 1"],
    inTokyo: ["2026-03-29 2", "2026-03-30 2"],
  },
  {
    moments: ["2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"],
    inParis: ["2026-10-24 1", "2026-10-25 2", "2026-10-26 1"],
    inTokyo: ["2026-10-25 2", "2026-10-26 2"],
  },
])(
  "days follow the timezone, also those of 23 and 25 hours; a new one has everything worked out anew ($moments.0)",
  async (one) => {
    const { ctx, db } = opened;
    for (const moment of one.moments) await buildVisit(db, { at: new Date(moment), pages: [{ path: "/" }], visitor: 1 });
    const row = (day: string, visits: number) => ({ day, visits, visitors: 1, views: visits });
    const rows = (texts: string[]) => texts.map((text) => row(text.slice(0, 10), Number(text.slice(11))));
    await rollUp(ctx, { timezone: "Europe/Paris" });
    expect(await daysStored()).toEqual(rows(one.inParis));
    await rollUp(ctx, { timezone: "Asia/Tokyo" });
    expect(await daysStored()).toEqual(rows(one.inTokyo));
    expect(await storedRollups(db)).toEqual(await plainRollups(db, "Asia/Tokyo"));
    expect(await marksLeft()).toBe(0);
  },
);

test("likes and comments count on their day until they are taken back, no matter who changes them", async () => {
  const { ctx, db } = opened;
  const [post, user] = [await buildPost(db), await buildUser(db)];
  const created_at = new Date("2025-01-05T12:00:00Z");
  const sessions = [buildSession(), buildSession(), buildSession()];
  await db
    .insertInto("article_likes")
    .values(sessions.map((session_id) => ({ article_id: post.id, session_id, created_at })))
    .execute();
  const comment = { content: "Yes", post_id: post.id, author_id: user.id, created_at };
  await db
    .insertInto("comments")
    .values([comment, { ...comment, status: "approved" }, { ...comment, status: "approved" }])
    .execute();
  const stored = async () => {
    await rollUp(ctx, UTC);
    return (await storedRollups(db)).posts.get(`2025-01-05 ${post.id}`);
  };
  expect(await stored()).toEqual({ views: 0, likes: 3, comments: 2 });
  await db
    .updateTable("article_likes")
    .set({ is_liked: false })
    .where("session_id", "=", sessions[0] ?? "")
    .execute();
  expect(await stored()).toEqual({ views: 0, likes: 2, comments: 2 });
  await db
    .deleteFrom("article_likes")
    .where("session_id", "=", sessions[1] ?? "")
    .execute();
  await db.updateTable("comments").set({ status: "approved" }).execute();
  expect(await stored()).toEqual({ views: 0, likes: 1, comments: 3 });
  await db.deleteFrom("comments").execute();
  await db.deleteFrom("article_likes").execute();
  expect(await stored()).toBeUndefined();
});

test("what changes nothing that counts leaves no mark", async () => {
  const { ctx, db } = opened;
  const post = await buildPost(db);
  await db.insertInto("comments").values({ content: "Wait", post_id: post.id }).execute();
  await db.insertInto("article_likes").values({ article_id: post.id, session_id: buildSession(), is_liked: false }).execute();
  expect(await marksLeft()).toBe(0);
  await db.updateTable("comments").set({ status: "approved" }).execute();
  await rollUp(ctx, UTC);
  await db.updateTable("comments").set({ content: "Waited" }).execute();
  await db.updateTable("article_likes").set({ updated_at: new Date() }).execute();
  expect(await marksLeft()).toBe(0);
});

test("an article's figures go with it; an address that becomes another's brings its views along", async () => {
  const { ctx, db } = opened;
  const [gone, heir] = [await buildPost(db, { slug: "gone" }), await buildPost(db, { slug: "heir" })];
  await buildVisit(db, { at: new Date("2026-03-10T08:00:00Z"), pages: [{ path: "/story/gone", views: 3 }] });
  await rollUp(ctx, UTC);
  await db.deleteFrom("posts").where("id", "=", gone.id).execute();
  expect((await storedRollups(db)).posts).toEqual(new Map());
  await db.updateTable("analytics_paths").set({ post_id: heir.id }).where("path", "=", "/story/gone").execute();
  await rollUp(ctx, UTC);
  expect((await storedRollups(db)).posts).toEqual((await plainRollups(db, "UTC")).posts);
  expect((await storedRollups(db)).posts.get(`2026-03-10 ${heir.id}`)).toEqual({ views: 3, likes: 0, comments: 0 });
});

test("a backlog is worked off newest day first, in as many goes as there is time for", async () => {
  const { ctx, db } = opened;
  const days = ["2026-01-10", "2026-01-20", "2026-02-10", "2026-03-10"];
  for (const day of days) await buildVisit(db, { at: new Date(`${day}T08:00:00Z`), pages: [{ path: "/" }] });
  await db.updateTable("analytics_options").set({ rolled_timezone: "UTC" }).execute();
  expect(await rollUp(ctx, { ...UTC, within: 0 })).toEqual({ days: 1 });
  expect((await daysStored()).map(({ day }) => day)).toEqual(["2026-03-10"]);
  expect(await rollUp(ctx, { ...UTC, within: 0 })).toEqual({ days: 1 });
  expect(await rollUp(ctx, { ...UTC, within: 0 })).toEqual({ days: 1 });
  expect((await storedRollups(db)).values.get("month 2026-01 device desktop")).toMatchObject({ visits: 1 });
  expect(await rollUp(ctx, { ...UTC, within: 0 })).toEqual({ days: 1 });
  expect(await storedRollups(db)).toEqual(await plainRollups(db, "UTC"));
  expect(await rebuildAll(ctx, UTC)).toEqual({ days: 60 });
  expect(await storedRollups(db)).toEqual(await plainRollups(db, "UTC"));
});

test("what fails in the middle leaves no half of a day, and all marks for the next time", async () => {
  const { ctx, db } = opened;
  await buildVisit(db, { at: new Date("2026-03-10T08:00:00Z"), pages: [{ path: "/" }] });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db);
  await sql`create trigger refuse before insert on analytics_values for each row when (new.is_month) execute function refuse()`.execute(
    db,
  );
  const left = await rollUp(ctx, UTC).catch(() => "failed");
  const waiting = await marksLeft();
  await sql`drop trigger refuse on analytics_values`.execute(db);
  expect([left, await daysStored()]).toEqual(["failed", []]);
  expect(waiting).toBeGreaterThan(0);
  await rollUp(ctx, UTC);
  expect(await storedRollups(db)).toEqual(await plainRollups(db, "UTC"));
});
