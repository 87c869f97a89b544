import type { Context } from "../../context.ts";
import { rolledDaysOf } from "../rollups/rolled-drill.sql.ts";
import { drillOnce } from "./drill.ts";
import { type DayRow, rolledDays } from "./panel.sql.ts";
import { CUT_DAY, cutDay } from "./panel-cut.sql.ts";
import { drilledDays, findNarrowing, type Narrowing } from "./panel-drilled.sql.ts";
import type { Drill, PanelQuery } from "./panels-model.ts";
import { type PanelPeriod, panelPeriod } from "./periods.ts";

/**
 * What a panel reads: its days, and what its records are narrowed to; null where everything counts, which stands rolled up,
 * so that its cost follows the days and not the readers.
 */
export type PanelView = PanelPeriod & { narrowing: Narrowing | null; drill: Drill };

/**
 * Finds out what a panel is asked for.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function openPanel(ctx: Context, query: PanelQuery, timezone: string): Promise<PanelView> {
  const view = panelPeriod(ctx, query, timezone);
  const { page, source, country } = query;
  return { ...view, narrowing: await findNarrowing(ctx.db, query), drill: { page, source, country } };
}

/** `cut`: the last day before the period as it stood at this time of day; null where that can't be told or isn't asked for. */
type PanelDays = { days: DayRow[]; cut: DayRow | null; isRolled: boolean };

/**
 * The days of the period and of the one before that have any visit, in order. One page, source or country alone stands rolled up
 * as well; several together only records tell.
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
