import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildPost, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { plainDrills, storedDrills } from "../../../../test/plain-drills.ts";
import { plainRollups, storedRollups } from "../../../../test/plain-rollups.ts";
import { buildVisit } from "../../../../test/visits.ts";
import { rollUp } from "./roll-up.ts";

const UTC = { timezone: "UTC" };

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeEach(async () => {
  opened = await openTestContext();
});
afterEach(() => opened.close());

/** Makes adding up a month take a moment, so that something can happen meanwhile. */
async function slowDown(): Promise<void> {
  await sql`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$`.execute(
    opened.db,
  );
  await sql`create trigger dawdle after insert on analytics_posts for each statement execute function dawdle()`.execute(
    opened.db,
  );
}

test("those who collect and those who roll up do so at once, and nothing is missed", async () => {
  const { ctx, db } = opened;
  const post = await buildPost(db, { slug: "busy" });
  let isCollecting = true;
  const collect = async (visitor: number) => {
    for (let n = 0; n < 40; n++) {
      const at = new Date(Date.UTC(2026, 0, 30 + (n % 4), visitor));
      await buildVisit(db, { at, visitor, pages: [{ path: "/story/busy" }, { path: `/story/${n % 7}` }] });
      const like = { article_id: post.id, session_id: buildSession(), created_at: at };
      await db.insertInto("article_likes").values(like).execute();
    }
  };
  const keepRollingUp = async () => {
    while (isCollecting) await rollUp(ctx, UTC);
  };
  const rolling = [keepRollingUp(), keepRollingUp()];
  await Promise.all([collect(1), collect(2), collect(3)]);
  isCollecting = false;
  await Promise.all(rolling);
  await rollUp(ctx, UTC);
  const { rows } = await sql`select from analytics_marks`.execute(db);
  expect(rows).toEqual([]);
  expect(await storedRollups(db)).toEqual(await plainRollups(db, "UTC"));
  expect(await storedDrills(db)).toEqual(await plainDrills(db, "UTC"));
});

test("a roll-up makes nobody wait who collects", async () => {
  const { ctx, db } = opened;
  const at = new Date("2026-03-10T08:00:00Z");
  const { visit } = await buildVisit(db, { at, pages: [{ path: "/" }] });
  await slowDown();
  let isRolling = true;
  const rolling = rollUp(ctx, UTC).then(() => {
    isRolling = false;
  });
  await untilDawdling();
  await sql`update analytics_records set views = views + 1 where visit = ${visit}::bigint`.execute(db);
  await buildVisit(db, { at, pages: [{ path: "/" }] });
  expect(isRolling).toBe(true);
  await rolling;
  await rollUp(ctx, UTC);
  expect((await storedRollups(db)).days.get("2026-03-10")).toMatchObject({ visits: 2, views: 3 });
});

test("one that is killed in the middle leaves nothing half done, and the next one does it", async () => {
  const { ctx, db } = opened;
  await buildVisit(db, { at: new Date("2026-03-10T08:00:00Z"), pages: [{ path: "/" }] });
  await slowDown();
  const killed = rollUp(ctx, UTC).then(
    () => "done",
    () => "killed",
  );
  const pid = await untilDawdling();
  await sql`select pg_terminate_backend(${pid})`.execute(db);
  expect(await killed).toBe("killed");
  expect((await storedRollups(db)).days).toEqual(new Map());
  expect(await rollUp(ctx, UTC)).toEqual({ days: 1 });
  expect(await storedRollups(db)).toEqual(await plainRollups(db, "UTC"));
});

/** @returns the process that rolls up, as soon as it is in the middle of it */
async function untilDawdling(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(opened.db);
    if (rows[0]) return rows[0].pid;
  }
}
