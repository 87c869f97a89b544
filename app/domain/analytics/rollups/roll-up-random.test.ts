// slow: app/domain/analytics/ db/migrations/ test/hits.ts test/plain-rollups.ts

import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DB } from "../../../../db/schema.gen.ts";
import { buildClock, buildPost, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { plainDrills, storedDrills } from "../../../../test/plain-drills.ts";
import { plainRollups, storedRollups } from "../../../../test/plain-rollups.ts";
import { buildVisit } from "../../../../test/visits.ts";
import { rebuildAll, rollUp } from "./roll-up.ts";

/** Numbers in [0, 1) that are the same at every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

const ZONES = ["UTC", "America/New_York", "Asia/Tokyo", "Europe/London"];
// Around the day on which London's clocks go forward, so that days of 23 hours are among them.
const FROM = Date.UTC(2026, 2, 25);
const DAYS = 8;

/** Everything that can happen to what is counted; each does one thing to something at random. */
function happenings(db: Kysely<DB>, random: () => number, posts: string[]) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const moment = () => new Date(FROM + below(DAYS * 86_400_000));
  const paths = ["/", "/view-all", "/about", ...posts.map((_, n) => `/story/any-${n}`)];
  const visits: string[] = [];
  const mark = (visit: string) => sql`insert into analytics_marks (at) select visit_started_at(${visit}::bigint)`.execute(db);
  const change = async (set: ReturnType<typeof sql>) => {
    if (visits.length === 0) return;
    const visit = pick(visits);
    await sql`update analytics_records set ${set} where visit = ${visit}::bigint`.execute(db);
    await mark(visit);
  };
  const oneOf = (table: "article_likes" | "comments") =>
    sql`id = (select id from ${sql.table(table)} order by id offset ${below(20)} limit 1)`;
  return [
    async () => {
      const pages = paths
        .filter(() => random() < 0.3)
        .map((path) => ({ path, views: 1 + below(3), engaged: below(20), scroll: below(101), after: below(40) }));
      if (pages.length === 0) pages.push({ path: "/", views: 1, engaged: below(20), scroll: 0, after: 0 });
      const from = { source: pick(["Direct", "Google", "x.example"]), campaign: pick([null, null, "spring"]) };
      const place = { country: pick(["unknown", "Germany", "Japan"]), city: pick(["unknown", "Berlin"]) };
      const agent = {
        device: pick(["mobile", "desktop"] as const),
        browser: pick(["Firefox", "Chrome"]),
        os: pick(["Linux", "iOS"] as const),
      };
      const built = { at: moment(), pages, visitor: below(15), ended: pick([null, 60, 700]), ...from, ...place, ...agent };
      visits.push((await buildVisit(db, built)).visit);
    },
    () => change(sql`views = views + 1, last_seconds = last_seconds + ${sql.lit(below(30))}`),
    () => change(sql`engaged_seconds = ${sql.lit(below(60))}, scroll_depth = greatest(scroll_depth, ${sql.lit(below(101))})`),
    () => change(sql`ended_seconds = ${sql.lit(random() < 0.3 ? null : below(900))}`),
    async () => {
      if (visits.length === 0) return;
      const [visit = ""] = visits.splice(below(visits.length), 1);
      await sql`delete from analytics_records where visit = ${visit}::bigint`.execute(db);
      await mark(visit);
    },
    () =>
      db
        .insertInto("article_likes")
        .values({ article_id: pick(posts), session_id: buildSession(), created_at: moment() })
        .execute(),
    () => sql`update article_likes set is_liked = not is_liked where ${oneOf("article_likes")}`.execute(db),
    () => sql`delete from article_likes where ${oneOf("article_likes")}`.execute(db),
    () =>
      db
        .insertInto("comments")
        .values({ content: "So", post_id: pick(posts), status: pick(["approved", "pending"]), created_at: moment() })
        .execute(),
    () => sql`update comments set status = ${pick(["approved", "rejected"])} where ${oneOf("comments")}`.execute(db),
    () => sql`delete from comments where ${oneOf("comments")}`.execute(db),
  ];
}

const ofDays = <Value>(drills: Map<string, Value>) => new Map([...drills].filter(([key]) => !key.startsWith("month ")));

test.each([1, 2, 3, 4])(
  "whatever happens in whatever order, the rollups equal a plain count and a rebuild (%i)",
  async (seed) => {
    const { db } = opened;
    // Days go by meanwhile: the same day is today at first, then just over, then closed.
    const clock = buildClock(new Date(FROM));
    const ctx = { ...opened.ctx, clock };
    await sql`truncate analytics_records, analytics_marks, analytics_days, analytics_values, analytics_pages, analytics_paths,
      analytics_drills, analytics_drilled`.execute(db);
    await db.deleteFrom("posts").execute();
    const random = seeded(seed);
    const posts: string[] = [];
    for (let n = 0; n < 5; n++) posts.push((await buildPost(db, { slug: `any-${n}` })).id);
    const happen = happenings(db, random, posts);
    let timezone = "UTC";
    for (let step = 0; step < 250; step++) {
      // New visits are as frequent as everything else together, so that there is something to change.
      const act = happen[random() < 0.5 ? 0 : Math.floor(random() * happen.length)];
      await act?.();
      if (random() < 0.02) timezone = ZONES[Math.floor(random() * ZONES.length)] as string;
      clock.forward((DAYS * 86_400_000) / 250);
      if (random() < 0.06) {
        await rollUp(ctx, { timezone });
        expect(ofDays(await storedDrills(db))).toEqual(ofDays(await plainDrills(db, timezone)));
      }
      if (random() < 0.02) await Promise.all([rollUp(ctx, { timezone }), rollUp(ctx, { timezone })]);
    }
    await db
      .deleteFrom("posts")
      .where("id", "=", posts[0] ?? "")
      .execute();
    clock.forward(60 * 86_400_000);
    await rollUp(ctx, { timezone });
    const rolledUp = await storedRollups(db);
    expect(rolledUp.values.size).toBeGreaterThan(50);
    expect(rolledUp).toEqual(await plainRollups(db, timezone));
    const drilled = await storedDrills(db);
    expect(drilled.size).toBeGreaterThan(500);
    expect(drilled).toEqual(await plainDrills(db, timezone));
    await sql`truncate analytics_days, analytics_values, analytics_pages, analytics_posts`.execute(db);
    await rebuildAll(ctx, { timezone });
    expect(await storedRollups(db)).toEqual(rolledUp);
    expect(await storedDrills(db)).toEqual(drilled);
  },
);
