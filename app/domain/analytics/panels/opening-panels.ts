import type { Context } from "../../context.ts";
import { rolledDaysOf } from "../rollups/rolled-drill-queries.ts";
import { drillOnce } from "./drilling.ts";
import { drilledDays, findNarrowing, type Narrowing } from "./panel-drilled-queries.ts";
import { type DayRow, rolledDays } from "./panel-queries.ts";
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

/**
 * The days of the period and of the one before that have any visit, in order. One page, source or country alone stands rolled up
 * as well; several together only records tell.
 * @returns also whether it is the rollups that say so
 */
export async function daysOfPanel(ctx: Context, view: PanelView): Promise<{ days: DayRow[]; isRolled: boolean }> {
  const span = { from: view.previous.from, to: view.period.to };
  const rolled = view.narrowing ? await rolledDaysOf(ctx.db, span, view.drill) : await rolledDays(ctx.db, span);
  if (rolled || !view.narrowing) return { days: rolled ?? [], isRolled: true };
  return { days: await recordedDays(ctx, view, view.narrowing), isRolled: false };
}

function recordedDays(ctx: Context, { period, previous, timezone }: PanelView, narrowing: Narrowing): Promise<DayRow[]> {
  const days = { from: previous.from, to: period.to };
  const key = JSON.stringify([days, timezone, narrowing]);
  return drillOnce(ctx.db, key, (db) => drilledDays(db, { ...days, timezone }, narrowing));
}
