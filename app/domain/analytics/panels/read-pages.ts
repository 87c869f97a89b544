import type { Context } from "../../context.ts";
import type { AnalyticsPages, PageFigures } from "../analytics.ts";
import { bounceRate, meanOf, type PageSort, type PanelQuery } from "../analytics-rules.ts";
import { singleDrill } from "../rollups/drill-model.ts";
import { openPanel, readDrilled } from "./open-panel.ts";
import { type PageRow, rolledPages } from "./panel.sql.ts";
import { drilledPages } from "./panel-drilled.sql.ts";

const present = ({ bounces, engaged, total: _, ...row }: PageRow): PageFigures => ({
  ...row,
  bounce_rate: bounceRate(bounces, row.entries),
  average_engaged_seconds: meanOf(engaged, row.visits),
});

/**
 * The pages with most of what they are sorted by; those with none of it are left out. `total` counts them all.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readPages(
  ctx: Context,
  { sort, limit, ...query }: PanelQuery & { sort: PageSort; limit: number },
  timezone: string,
): Promise<AnalyticsPages> {
  const view = await openPanel(ctx, query, timezone);
  const { period, narrowing } = view;
  // A page alone is a row of the list of all.
  const isOneOfAll = !narrowing || singleDrill(view.drill)?.drill === "page";
  const rows = isOneOfAll
    ? await rolledPages(ctx.db, period, { sort, limit, path: narrowing?.path ?? null })
    : await readDrilled(ctx, view, "pages", (db, sources, narrowed) => drilledPages(db, sources, narrowed, { sort, limit }));
  return { items: rows.map(present), total: rows[0]?.total ?? 0 };
}
