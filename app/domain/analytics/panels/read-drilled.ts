import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { addDays, daysBetween } from "../../../platform/time/day.ts";
import type { Period } from "../../../platform/time/period.ts";
import type { Context } from "../../context.ts";
import { addPacked, PAGE_FIGURES, singleDrill, type Tally, VALUE_FIGURES } from "../rollups/drill-model.ts";
import { drilledPieces } from "../rollups/rolled-drill.sql.ts";
import { drill } from "./drill.ts";
import type { PanelView } from "./open-panel.ts";
import type { DrilledSources, LocalDays, Narrowing } from "./panel-drilled.sql.ts";
import type { Dimension } from "./panels-model.ts";

/** The records of so many days are read without waiting for one's turn. */
const FEW_DAYS = 3;

/** Days one after the other are read at once. */
function runsOf(days: readonly string[], timezone: string): LocalDays[] {
  const runs: LocalDays[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day, timezone });
  }
  return runs;
}

/** What stands rolled up, and the days for which only records will do: those that aren't over, or have just changed. */
async function sourcesOf(
  db: Kysely<DB>,
  { period, timezone, drill: asked }: PanelView,
  list: Dimension | "pages",
): Promise<DrilledSources> {
  const rolled: Tally = new Map();
  const single = singleDrill(asked);
  if (!single) return { runs: [{ from: period.from, to: period.to, timezone }], rolled };
  const pieces = await drilledPieces(db, period, single, list);
  for (const piece of pieces) if (piece.list) addPacked(rolled, piece.list, list === "pages" ? PAGE_FIGURES : VALUE_FIGURES);
  const rest = pieces.filter(({ is_rolled }) => !is_rolled).map(({ starts_on }) => starts_on);
  return { runs: runsOf(rest, timezone), rolled };
}

const lengthOf = (runs: readonly Pick<Period, "from" | "to">[]) =>
  runs.reduce((sum, { from, to }) => sum + daysBetween(from, to), 0);

/**
 * Reads a panel of a page, source or country: from what stands rolled up of it, and from the records of the other days. Several
 * of them together are read from records alone.
 * @param view of a panel that is narrowed
 * @param list which of the drill's lists is read
 * @param read is given a connection, what there is to read, and what the records are narrowed to
 * @returns what `read` returns
 */
export async function readDrilled<Result>(
  ctx: Context,
  view: PanelView & { narrowing: Narrowing | null },
  list: Dimension | "pages",
  read: (db: Kysely<DB>, sources: DrilledSources, narrowing: Narrowing) => Promise<Result>,
): Promise<Result> {
  const { narrowing } = view;
  if (!narrowing) throw new Error("Nothing is narrowed");
  const sources = await sourcesOf(ctx.db, view, list);
  if (lengthOf(sources.runs) <= FEW_DAYS) return read(ctx.db, sources, narrowing);
  return drill(ctx.db, (db) => read(db, sources, narrowing));
}
