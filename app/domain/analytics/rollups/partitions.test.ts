import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildClock, buildPost, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { storedRollups } from "../../../../test/plain-rollups.ts";
import { buildVisit } from "../../../../test/visits.ts";
import { dropOldRecords, listPartitions, makePartitions, partitionAt, partitionNamed, retainedFrom } from "./partitions.ts";
import { rebuildAll, rollUp } from "./roll-up.ts";

const UTC = { timezone: "UTC" };
const clock = buildClock(new Date("2026-11-20T12:00:00Z"));
const OLD = new Date("2024-10-20T12:00:00Z");
const KEPT = new Date("2024-11-02T12:00:00Z");

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeEach(async () => {
  opened = await openTestContext({ clock });
});
afterEach(() => opened.close());

const visitsLeft = async () => {
  const { rows } = await sql<{ at: Date }>`select visit_started_at(visit) as at from analytics_records order by 1`.execute(
    opened.db,
  );
  return rows.map(({ at }) => at);
};

test("a month is that of UTC, and is known by its table's name", () => {
  const last = partitionAt(new Date("2026-12-31T23:59:59.999Z"));
  expect(last.name).toBe("analytics_records_2026_12");
  expect([last.startsAt, last.endsAt]).toEqual([new Date("2026-12-01T00:00:00Z"), new Date("2027-01-01T00:00:00Z")]);
  expect([last.from >> 20n, last.to >> 20n]).toEqual([BigInt(Date.UTC(2026, 11, 1)), BigInt(Date.UTC(2027, 0, 1))]);
  expect(partitionNamed(last.name)).toEqual(last);
  expect(partitionNamed("analytics_records")).toBeNull();
});

test("so many months ago is the same day, or the last one of a shorter month", () => {
  expect(retainedFrom(new Date("2026-11-20T12:00:00Z"), 24)).toEqual(new Date("2024-11-20T12:00:00Z"));
  expect(retainedFrom(new Date("2026-03-31T00:00:00Z"), 1)).toEqual(new Date("2026-02-28T00:00:00Z"));
});

test("tables are made once, by however many at once, and take exactly the visits of their month", async () => {
  const { db } = opened;
  const moments = [new Date("2026-01-31T23:59:59.999Z"), new Date("2026-02-01T00:00:00Z"), new Date("2026-01-01T00:00:00Z")];
  const made = await Promise.all(Array.from({ length: 5 }, () => makePartitions(db, moments)));
  expect(made[4]).toEqual(["analytics_records_2026_01", "analytics_records_2026_02"]);
  expect(await listPartitions(db)).toEqual(made[0]);
  for (const at of moments) await buildVisit(db, { at, pages: [{ path: "/" }] });
  const { rows } = await sql<{
    table: string;
  }>`select tableoid::regclass::text as table from analytics_records order by visit`.execute(db);
  expect(rows.map(({ table }) => table.slice(-2))).toEqual(["01", "01", "02"]);
});

test("records of 25 months ago go, the rest stays, and so do the figures of their days, also when all is rebuilt", async () => {
  const { ctx, db } = opened;
  const post = await buildPost(db, { slug: "old" });
  const pages = [{ path: "/story/old", views: 2, engaged: 30 }];
  for (const at of [OLD, KEPT]) await buildVisit(db, { at, pages, country: "Japan" });
  await rollUp(ctx, UTC);
  const before = await storedRollups(db);

  expect(await dropOldRecords(ctx)).toEqual(["analytics_records_2024_10"]);
  expect(await visitsLeft()).toEqual([KEPT]);
  expect(await dropOldRecords(ctx)).toEqual([]);
  await rebuildAll(ctx, UTC);
  expect(await storedRollups(db)).toEqual(before);

  // Reactions have raw rows of their own.
  await db.insertInto("article_likes").values({ article_id: post.id, session_id: buildSession(), created_at: OLD }).execute();
  await rollUp(ctx, UTC);
  const after = await storedRollups(db);
  expect(after.posts.get(`2024-10-20 ${post.id}`)).toEqual({ views: 2, likes: 1, comments: 0 });
  expect(after.posts.get(`month 2024-10 ${post.id}`)).toEqual({ views: 2, likes: 1, comments: 0 });
  expect(after.days).toEqual(before.days);
});

test("the option says how long, and what has yet to be rolled up is not dropped", async () => {
  const { ctx, db } = opened;
  await buildVisit(db, { at: KEPT, pages: [{ path: "/" }] });
  await db.updateTable("analytics_options").set({ retention_months: 12 }).execute();
  expect(await dropOldRecords(ctx)).toEqual([]);
  await rollUp(ctx, UTC);
  expect(await dropOldRecords(ctx)).toEqual(["analytics_records_2024_11"]);
  expect((await storedRollups(db)).days.get("2024-11-02")).toMatchObject({ visits: 1 });
});

test("a month that somebody reads stays until the next time", async () => {
  const { ctx, db } = opened;
  await buildVisit(db, { at: OLD, pages: [{ path: "/" }] });
  await rollUp(ctx, UTC);
  await db.transaction().execute(async (reader) => {
    await reader.selectFrom("analytics_records").select("views").execute();
    expect(await dropOldRecords(ctx)).toEqual([]);
  });
  expect(await visitsLeft()).toEqual([OLD]);
  expect(await dropOldRecords(ctx)).toEqual(["analytics_records_2024_10"]);
});

test("a day that reaches back into a month that is gone stays as it was rolled up", async () => {
  const { ctx, db } = opened;
  const timezone = "Asia/Tokyo";
  // 1 November in Tokyo, before and after the month of UTC begins.
  for (const at of ["2024-10-31T16:00:00Z", "2024-11-01T10:00:00Z"])
    await buildVisit(db, { at: new Date(at), pages: [{ path: "/" }] });
  await rollUp(ctx, { timezone });
  await dropOldRecords(ctx);
  await rebuildAll(ctx, { timezone });
  expect((await storedRollups(db)).days.get("2024-11-01")).toMatchObject({ visits: 2, views: 2 });
});
