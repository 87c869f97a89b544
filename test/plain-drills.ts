import { type Kysely, sql } from "kysely";
import { DIMENSIONS } from "../app/domain/analytics/analytics-rules.ts";
import { addPacked, PAGE_FIGURES, type Tally, VALUE_FIGURES } from "../app/domain/analytics/rollups/drill-tally.ts";
import type { DB } from "../db/schema.gen.ts";
import { add, type Figures, pageOf, type RawRecord, summary, valuesOf, visitsByDay } from "./plain-rollups.ts";

type Drills = Map<string, Figures>;

/** What a visit counts for when filtered by a page (as the visit of that page alone), a source or a country. */
function drillsOf(visit: RawRecord[]): [string, RawRecord[]][] {
  const [one] = visit as [RawRecord];
  const pages = visit.map((record) => [`page ${record.path_id}`, [record]] as [string, RawRecord[]]);
  return [...pages, [`source ${one.source}`, visit], [`country ${one.country}`, visit]];
}

/**
 * The figures of single pages, sources and countries, computed from the raw records in the simplest way. Keys:
 * `2026-01-31 page 7: source Google`, `month 2026-01 country Japan: page 7`.
 */
export async function plainDrills(db: Kysely<DB>, timezone: string): Promise<Drills> {
  const drills: Drills = new Map();
  const addBoth = (day: string, key: string, figures: Figures) => {
    add(drills, `${day} ${key}`, figures);
    add(drills, `month ${day.slice(0, 7)} ${key}`, figures);
  };
  for (const [day, ofDay] of await visitsByDay(db, timezone)) {
    for (const [drill, through] of Map.groupBy(ofDay.flatMap(drillsOf), ([key]) => key)) {
      const visits = through.map(([, visit]) => visit);
      const valued = visits.flatMap((visit): [string, RawRecord[]][] =>
        visit[0]?.utm_campaign === null ? [...valuesOf(visit), ["campaign of none", visit]] : valuesOf(visit),
      );
      for (const [value, of] of Map.groupBy(valued, ([key]) => key)) {
        const { visits, visitors, views } = summary(of.map(([, visit]) => visit)) as Record<
          "visits" | "visitors" | "views",
          number
        >;
        addBoth(day, `${drill}: ${value}`, { visits, visitors, views });
      }
      if (drill.startsWith("page ")) continue;
      for (const [path, of] of Map.groupBy(visits.flat(), ({ path_id }) => path_id)) {
        const { started: _, half: __, finished: ___, completed: ____, duration_seconds: _____, ...figures } = pageOf(of, visits);
        addBoth(day, `${drill}: page ${path}`, figures);
      }
    }
  }
  return drills;
}

const VALUE_NAMES = ["visits", "visitors", "views"];
const PAGE_NAMES = [...VALUE_NAMES, "entries", "exits", "bounces", "engaged_seconds"];

/** The rollups of that, in the same form. */
export async function storedDrills(db: Kysely<DB>): Promise<Drills> {
  const names = new Map(
    (await db.selectFrom("analytics_names").selectAll().execute()).map(({ id, name }) => [id, name] as const),
  );
  const drills: Drills = new Map();
  const rows = await db
    .selectFrom("analytics_drills")
    .innerJoin("analytics_drilled", (join) =>
      join
        .onRef("analytics_drilled.is_month", "=", "analytics_drills.is_month")
        .onRef("analytics_drilled.starts_on", "=", "analytics_drills.starts_on"),
    )
    .selectAll("analytics_drills")
    .select(sql<string>`analytics_drills.starts_on::text`.as("day"))
    .execute();
  const read = (bytes: Buffer, keys: string[]) => {
    const tally: Tally = new Map();
    addPacked(tally, bytes, keys.length === VALUE_NAMES.length ? VALUE_FIGURES : PAGE_FIGURES);
    return [...tally].map(([id, figures]) => [id, Object.fromEntries(keys.map((key, n) => [key, figures[n] ?? 0]))] as const);
  };
  for (const row of rows) {
    const piece = row.is_month ? `month ${row.day.slice(0, 7)}` : row.day;
    const key = `${piece} ${row.drill} ${row.drill === "page" ? row.value_id : names.get(row.value_id)}`;
    for (const dimension of DIMENSIONS) {
      for (const [id, figures] of read(row[dimension], VALUE_NAMES))
        drills.set(`${key}: ${dimension} ${id === 0 ? "of none" : names.get(id)}`, figures);
    }
    if (row.pages) for (const [path, figures] of read(row.pages, PAGE_NAMES)) drills.set(`${key}: page ${path}`, figures);
  }
  return drills;
}
