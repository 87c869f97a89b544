import type { Context } from "../../context.ts";
import type { AnalyticsBreakdown } from "../analytics.ts";
import { type Dimension, type PanelQuery, share } from "../analytics-rules.ts";
import { openPanel, type PanelView, readDrilled } from "./open-panel.ts";
import { rolledDays, rolledValues } from "./panel.sql.ts";
import { drilledValues } from "./panel-drilled.sql.ts";

type Part = { dimension: Dimension; limit: number };

async function valuesOf(ctx: Context, view: PanelView, { dimension, limit }: Part) {
  const { period } = view;
  if (view.narrowing) {
    const rows = await readDrilled(ctx, view, dimension, (db, sources, narrowing) =>
      drilledValues(db, sources, narrowing, { dimension, limit }),
    );
    return { rows, all: rows[0]?.all_visits ?? 0 };
  }
  const [rows, days] = await Promise.all([rolledValues(ctx.db, period, dimension, limit), rolledDays(ctx.db, period)]);
  return { rows, all: days.reduce((sum, { visits }) => sum + visits, 0) };
}

/**
 * What visits came from or with: the values that the most visits have, each with its part of all visits of the period in
 * percent. (Only a campaign is something that a visit may be without.) `total` counts all values.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readBreakdown(
  ctx: Context,
  { dimension, limit, ...query }: PanelQuery & Part,
  timezone: string,
): Promise<AnalyticsBreakdown> {
  const view = await openPanel(ctx, query, timezone);
  const { rows, all } = await valuesOf(ctx, view, { dimension, limit });
  const items = rows.map(({ value, visits, visitors, views }) => ({
    value,
    visits,
    visitors,
    views,
    percentage: share(visits, all),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}
