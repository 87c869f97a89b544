import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildClock } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { plainDrills, storedDrills } from "../../../../test/plain-drills.ts";
import { buildVisit } from "../../../../test/visits.ts";
import { readBreakdown, readPages } from "../panels/read-lists.ts";
import { rollUp } from "./roll-up.ts";

const timezone = "Europe/Paris";
/** Both together, of one day. */
const today = { range: "custom" as const, from: "2026-03-31", to: "2026-03-31", source: "Google", limit: 10 };

let clock: ReturnType<typeof buildClock>;
let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeEach(async () => {
  // Noon of the last day of a month.
  clock = buildClock(new Date("2026-03-31T10:00:00Z"));
  opened = await openTestContext({ clock });
  for (const [n, source] of ["Google", "Google", "x.example"].entries()) await come(n, source);
  await rollUp(opened.ctx, { timezone });
});
afterEach(() => opened.close());

const come = (visitor: number, source: string, pages = [{ path: `/only-${source}` }]) =>
  buildVisit(opened.db, { at: new Date("2026-03-31T09:00:00Z"), visitor, source, pages });

const drilled = async () =>
  (
    await sql<{ piece: string }>`select case when is_month then to_char(starts_on, 'YYYY-MM') else starts_on::text end as piece
      from analytics_drilled order by starts_on, is_month`.execute(opened.db)
  ).rows.map(({ piece }) => piece);

const shown = async () => {
  const { items: values } = await readBreakdown(opened.ctx, { ...today, dimension: "source" }, timezone);
  const { items: pages } = await readPages(opened.ctx, { ...today, sort: "views" }, timezone);
  return [values[0]?.visits, pages.map(({ path, visits }) => [path, visits])];
};

test("today is rolled up as well, and tells in every panel what the last roll-up saw", async () => {
  expect(await drilled()).toEqual(["2026-03-31"]);
  expect(await shown()).toEqual([2, [["/only-Google", 2]]]);
  await come(4, "Google", [{ path: "/" }]);
  expect(await shown()).toEqual([2, [["/only-Google", 2]]]);
  // Without time for anything else, today is there nonetheless.
  await rollUp(opened.ctx, { timezone, within: 0 });
  expect(await shown()).toEqual([
    3,
    [
      ["/only-Google", 2],
      ["/", 1],
    ],
  ]);
  expect(await storedDrills(opened.db)).toEqual(new Map([...(await plainDrills(opened.db, timezone))].filter(isOfDay)));
});

const isOfDay = ([key]: [string, unknown]) => !key.startsWith("month ");

test("what the newest visits didn't change is not written again, and what is gone is taken out", async () => {
  const written = async () =>
    new Map(
      (
        await sql<{ name: string; by: string }>`
          select coalesce(n.name, p.path) as name, d.xmin::text as by from analytics_drills d
            left join analytics_names n on d.drill <> 'page' and n.id = d.value_id
            left join analytics_paths p on d.drill = 'page' and p.id = d.value_id`.execute(opened.db)
      ).rows.map(({ name, by }) => [name, by]),
    );
  const before = await written();
  const { visit } = await come(4, "Google", [{ path: "/" }]);
  await rollUp(opened.ctx, { timezone });
  const after = await written();
  for (const name of ["x.example", "/only-x.example", "/only-Google"])
    expect([name, after.get(name)]).toEqual([name, before.get(name)]);
  expect(after.get("Google")).not.toBe(before.get("Google"));
  expect([before.has("/"), after.has("/")]).toEqual([false, true]);

  await sql`delete from analytics_records where visit = ${visit}::bigint`.execute(opened.db);
  await sql`insert into analytics_marks (at) values (visit_started_at(${visit}::bigint))`.execute(opened.db);
  await rollUp(opened.ctx, { timezone });
  expect((await written()).has("/")).toBe(false);
});

test("a day of which nothing is rolled up yet, though nothing has changed, is today too", async () => {
  await sql`truncate analytics_drills, analytics_drilled`.execute(opened.db);
  expect(await shown()).toEqual([2, [["/only-Google", 2]]]);
  await rollUp(opened.ctx, { timezone });
  expect(await drilled()).toEqual(["2026-03-31"]);
  expect(await shown()).toEqual([2, [["/only-Google", 2]]]);
});

test("a month is added up once its last day is closed, and what comes until then still counts", async () => {
  clock.forward(13 * 3_600_000);
  await rollUp(opened.ctx, { timezone });
  expect(await drilled()).toEqual(["2026-03-31"]);
  await come(5, "Google");
  await rollUp(opened.ctx, { timezone, within: 0 });
  expect(await shown()).toEqual([3, [["/only-Google", 3]]]);
  clock.forward(3 * 3_600_000);
  await rollUp(opened.ctx, { timezone });
  expect(await drilled()).toEqual(["2026-03", "2026-03-31"]);
  expect(await storedDrills(opened.db)).toEqual(await plainDrills(opened.db, timezone));
});

test("a busy day is told from its records while it is open, and rolled up once it is closed", async () => {
  const rolling = { timezone, openViewsMax: 3 };
  await come(4, "Google");
  await rollUp(opened.ctx, rolling);
  expect(await drilled()).toEqual([]);
  expect(await shown()).toEqual([3, [["/only-Google", 3]]]);
  clock.forward(17 * 3_600_000);
  await rollUp(opened.ctx, rolling);
  expect(await drilled()).toEqual(["2026-03", "2026-03-31"]);
  expect(await shown()).toEqual([3, [["/only-Google", 3]]]);
});
