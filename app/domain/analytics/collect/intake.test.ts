import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildClock, buildPost, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { FIREFOX, rawHit } from "../../../../test/hits.ts";
import { withStatementLog } from "../../../platform/database/statement-log.ts";
import { createCurrentSettings } from "../../settings/read-settings.ts";
import { createIntake, type Intake } from "./intake.ts";

let clock: ReturnType<typeof buildClock>;
let opened: Awaited<ReturnType<typeof openTestContext>>;
let intake: Intake;
beforeAll(async () => {
  opened = await openTestContext({ clock: { now: () => clock.now() } });
});
afterAll(() => opened.close());
const open = async () =>
  createIntake(opened.ctx, {
    places: { find: () => null },
    settings: await createCurrentSettings(opened.ctx, { siteUrl: "http://blog.test" }),
  });
beforeEach(async () => {
  clock = buildClock();
  await opened.db.deleteFrom("analytics_records").execute();
  await opened.db.deleteFrom("analytics_sessions").execute();
  intake = await open();
});
afterEach(() => intake.close());

const records = () => opened.db.selectFrom("website_analytics").selectAll().orderBy("page_url").execute();
const visitors = async () =>
  (await sql<{ visitor: string }>`select distinct visitor::text from analytics_records`.execute(opened.db)).rows.length;

test("hits that come together are kept together, each is answered after that", async () => {
  const sessions = Array.from({ length: 300 }, buildSession);
  await Promise.all(
    sessions.flatMap((session, at) => [0, 1, 2].map(() => intake.take(rawHit({ session, address: `198.51.${at}.1` })))),
  );
  const rows = await records();
  expect(rows).toHaveLength(300);
  expect(rows.every(({ page_views_count }) => page_views_count === 3)).toBe(true);
  expect(intake.outcomes().get("counted")).toBe(900);
});

test("a batch takes as many statements as a single hit", async () => {
  await intake.take(rawHit());
  const visit = (sessions: string[]) =>
    withStatementLog(() =>
      Promise.all(sessions.map((session, at) => intake.take(rawHit({ session, address: `198.51.${at}.2` })))),
    );
  const [one, many] = [[buildSession()], Array.from({ length: 200 }, buildSession)];
  const single = (await visit(one)).statements;
  expect(single.length).toBeLessThanOrEqual(4);
  expect((await visit(many)).statements).toHaveLength(single.length);
});

test("a word counts at the moment at which the page was last read, and keeps nobody reading beyond it", async () => {
  const session = buildSession();
  const begun = clock.now().getTime();
  await intake.take(rawHit({ session, view: 5 }));
  clock.forward(20 * 60_000);
  await intake.take(rawHit({ session, kind: "alive", view: 5, engaged: 30, idle: 1170 }));
  const [row] = await opened.db.selectFrom("analytics_sessions").select(["last_at", "ended_at"]).execute();
  expect(row).toEqual({ last_at: new Date(begun + 30_000), ended_at: null });
  clock.forward(60_000);
  await intake.take(rawHit({ session, kind: "end", view: 5, engaged: 30, idle: 1230 }));
  expect(await records()).toMatchObject([
    { visit_ended_at: new Date(begun + 30_000), session_duration_seconds: 30, last_visit_at: new Date(begun + 30_000) },
  ]);
  // Nobody can open a page in the past.
  await intake.take(rawHit({ session, url: "/terms", idle: 600 }));
  expect((await records())[1]).toMatchObject({ page_url: "/terms", first_visit_at: new Date(begun + 1_260_000) });
});

test("visits that begin in the same millisecond stay apart, however many", async () => {
  const sessions = Array.from({ length: 3000 }, buildSession);
  await Promise.all(sessions.map((session, at) => intake.take(rawHit({ session, address: `20.${at >> 8}.${at % 256}.1` }))));
  const rows = await sql`select distinct visit from analytics_records`.execute(opened.db);
  expect(rows.rows).toHaveLength(3000);
});

test("two processes at once share salts, visits and counts", async () => {
  const other = await open();
  const session = buildSession();
  await Promise.all(Array.from({ length: 10 }, (_, turn) => (turn % 2 ? intake : other).take(rawHit({ session }))));
  expect(await records()).toMatchObject([{ page_views_count: 10 }]);
  await other.close();
});

test("a visitor is one for a day, by address and user agent, and another one the next day", async () => {
  await intake.take(rawHit());
  await intake.take(rawHit());
  expect(await visitors()).toBe(1);
  await intake.take(rawHit({ address: "203.0.113.8" }));
  await intake.take(rawHit({ userAgent: `${FIREFOX}1` }));
  expect(await visitors()).toBe(3);
  clock.forward(24 * 3_600_000);
  await intake.take(rawHit());
  expect(await visitors()).toBe(4);
});

test("the day of a visitor is the site's, not UTC's", async () => {
  await opened.db
    .updateTable("settings")
    .set({ value: JSON.stringify({ timezone: "Tokyo" }) })
    .execute();
  const tokyo = await open();
  clock.forward(14.5 * 3_600_000);
  await tokyo.take(rawHit());
  clock.forward(3_600_000);
  await tokyo.take(rawHit());
  expect(await visitors()).toBe(2);
  await tokyo.close();
  await opened.db.updateTable("settings").set({ value: "{}" }).execute();
});

describe("when the database refuses", () => {
  const refuse = (when: string) =>
    sql`create function refuse() returns trigger language plpgsql as ${sql.raw(`$$ begin if ${when} then
      raise exception 'refused' using errcode = '23514'; end if; return new; end $$`)};`
      .execute(opened.db)
      .then(() =>
        sql`create trigger refuse before insert on analytics_sessions for each row execute function refuse()`.execute(opened.db),
      );
  afterEach(async () => {
    await sql`drop function if exists refuse() cascade`.execute(opened.db);
  });

  test("one hit of many, that one is told so and the others are kept", async () => {
    const bad = buildSession();
    await refuse(`new.session_id = '${bad}'`);
    const hits = Array.from({ length: 60 }, (_, at) =>
      rawHit({ session: at === 33 ? bad : buildSession(), address: `10.0.0.${at}` }),
    );
    const results = await Promise.allSettled(hits.map((hit) => intake.take(hit)));
    expect(results.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([33]);
    expect(results[33]).toMatchObject({ reason: { kind: "unavailable" } });
    expect(await records()).toHaveLength(59);
    expect([intake.outcomes().get("counted"), intake.outcomes().get("failed")]).toEqual([59, 1]);
  });

  test("all of them, they are told so, and the next ones are kept", async () => {
    await refuse("true");
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => intake.take(rawHit())));
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    await sql`drop function refuse() cascade`.execute(opened.db);
    await intake.take(rawHit());
    expect(await records()).toHaveLength(1);
  });
});

test("closing keeps what was taken, and takes no more", async () => {
  const taken = Array.from({ length: 50 }, (_, at) => intake.take(rawHit({ address: `10.0.1.${at}` })));
  await intake.close();
  expect((await Promise.allSettled(taken)).every(({ status }) => status === "fulfilled")).toBe(true);
  expect(await records()).toHaveLength(50);
  await expect(intake.take(rawHit())).rejects.toMatchObject({ kind: "unavailable" });
});

test("an article's new name counts at once, and what isn't public any more doesn't", async () => {
  const post = await buildPost(opened.db, { slug: "quiet-mornings", title: "Quiet mornings" });
  const view = () => intake.take(rawHit({ url: "/story/quiet-mornings" }));
  await view();
  await opened.db.updateTable("posts").set({ title: "Calm mornings" }).where("id", "=", post.id).execute();
  intake.forget();
  await view();
  expect(await records()).toMatchObject([{ page_title: "Calm mornings" }, { page_title: "Calm mornings" }]);
  await opened.db.updateTable("posts").set({ status: "archived" }).where("id", "=", post.id).execute();
  intake.forget();
  await view();
  expect(intake.outcomes().get("missing")).toBe(1);
});
