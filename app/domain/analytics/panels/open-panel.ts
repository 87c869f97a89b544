import pLimit from "p-limit";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import { addDays, daysBetween } from "../../../platform/time/day.ts";
import type { Context } from "../../context.ts";
import type { Dimension, Drill, PanelQuery } from "../analytics-rules.ts";
import { addPacked, PAGE_FIGURES, singleDrill, type Tally, VALUE_FIGURES } from "../rollups/drill-tally.ts";
import { drilledPieces, rolledDaysOf } from "../rollups/drills.sql.ts";
import { type DayRow, rolledDays } from "./panel.sql.ts";
import {
  CUT_DAY,
  cutDay,
  type DrilledSources,
  drilledDays,
  findNarrowing,
  type LocalDays,
  makeRoomToGroup,
  type Narrowing,
} from "./panel-drilled.sql.ts";
import { type PanelPeriod, panelPeriod } from "./periods.ts";

/** Up to this many days, records are read without the limit on concurrent reads. */
const FEW_DAYS = 3;

/** Groups consecutive days, which are read at once. */
function runsOf(days: readonly string[], timezone: string): LocalDays[] {
  const runs: LocalDays[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day, timezone });
  }
  return runs;
}

/** The rollups of a panel, and the days that must be read from records: those that aren't over or have just changed. */
async function sourcesOf(
  db: Db,
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
 * Reads a panel of a page, source or country: from its rollups, and from the records of days without one. Several
 * of them together are read from records alone.
 * @param view of a panel that is narrowed
 * @param list which of the drill's lists is read
 * @param read gets a connection, the sources, and the filter of the records
 * @returns what `read` returns
 */
export async function readDrilled<Result>(
  ctx: Context,
  view: PanelView & { narrowing: Narrowing | null },
  list: Dimension | "pages",
  read: (db: Db, sources: DrilledSources, narrowing: Narrowing) => Promise<Result>,
): Promise<Result> {
  const { narrowing } = view;
  if (!narrowing) throw new Error("Nothing is narrowed");
  const sources = await sourcesOf(ctx.db, view, list);
  if (lengthOf(sources.runs) <= FEW_DAYS) return read(ctx.db, sources, narrowing);
  return drill(ctx.db, (db) => read(db, sources, narrowing));
}

/** How many panels read records at once: pages and collecting need connections and CPU too. */
const limit = pLimit(2);

/**
 * Reads records with a limit on concurrency and with more memory. A filtered screen requests a dozen panels at once; two of them
 * are computed at a time, in the order of the requests.
 * @param work gets its own connection
 * @returns what `work` returns
 */
const drill = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  limit(() =>
    db.transaction().execute(async (trx) => {
      await makeRoomToGroup(trx);
      return work(trx);
    }),
  );

const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>();

/** Like `drill`, for an answer that several panels need: calls with the same key share one that is in progress. */
function drillOnce<Result>(db: Db, key: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const answers = underWay.get(db) ?? new Map<string, Promise<unknown>>();
  underWay.set(db, answers);
  const known = answers.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const answer = drill(db, work).finally(() => answers.delete(key));
  answers.set(key, answer);
  return answer;
}

/**
 * What a panel reads: its days, and what its records are narrowed to; null where everything counts: that is read from rollups,
 * so that its cost follows the days and not the readers.
 */
export type PanelView = PanelPeriod & { narrowing: Narrowing | null; drill: Drill };

/**
 * Resolves the query of a panel.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for invalid days
 */
export async function openPanel(ctx: Context, query: PanelQuery, timezone: string): Promise<PanelView> {
  const view = panelPeriod(ctx, query, timezone);
  const { page, source, country } = query;
  return { ...view, narrowing: await findNarrowing(ctx.db, query), drill: { page, source, country } };
}

/** `cut`: the last day before the period up to this time of day; null if it is unknown or not asked for. */
type PanelDays = { days: DayRow[]; cut: DayRow | null; isRolled: boolean };

/**
 * The days of the period and of the one before that have any visit, in order. There are rollups of a single page, source or country
 * too; several together are read from records.
 * @param compares whether the periods are compared, for which the last day of the one before may have to be cut
 * @returns also whether it is the rollups that say so
 */
export async function daysOfPanel(ctx: Context, view: PanelView, { compares = false } = {}): Promise<PanelDays> {
  const { narrowing, drill } = view;
  const span = { from: view.previous.from, to: view.period.to };
  const cut = view.cut && compares ? cutDay(view.cut, narrowing) : null;
  const rolled = narrowing ? await rolledDaysOf(ctx.db, span, drill, cut) : await rolledDays(ctx.db, span, cut);
  const rows = rolled ?? (narrowing ? await recordedDays(ctx, view, narrowing) : []);
  return {
    days: rows.filter(({ day }) => day !== CUT_DAY),
    cut: rows.find(({ day }) => day === CUT_DAY) ?? null,
    isRolled: rolled !== null,
  };
}

/** The same for every caller, cut day included, so that simultaneous requests share one answer. */
function recordedDays(ctx: Context, { period, previous, timezone, cut }: PanelView, narrowing: Narrowing): Promise<DayRow[]> {
  const days = { from: previous.from, to: period.to };
  const key = JSON.stringify([days, timezone, narrowing, cut]);
  return drillOnce(ctx.db, key, (db) => drilledDays(db, { ...days, timezone }, narrowing, cut && cutDay(cut, narrowing)));
}
