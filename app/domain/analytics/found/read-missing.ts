import type { Context } from "../../context.ts";
import { redirectedPaths } from "../../redirects/list-redirects.ts";
import type { RangeChoice } from "../figures-model.ts";
import { panelPeriod } from "../panels/periods.ts";
import type { MissingPages } from "./found-model.ts";
import { missingRows } from "./missing.sql.ts";
import { nearestPages } from "./nearest.ts";

/**
 * The addresses without a page that were asked for most, each with the page that was probably meant. What leads elsewhere by
 * now, or has become a page, is left out.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readMissing(
  ctx: Context,
  { limit, ...choice }: RangeChoice & { limit: number },
  timezone: string,
): Promise<MissingPages> {
  const { period } = panelPeriod(ctx, choice, timezone);
  const { items, total } = await missingRows(ctx.db, period, await redirectedPaths(ctx), limit);
  const nearest = await nearestPages(
    ctx,
    items.map(({ path }) => path),
  );
  return { items: items.map((item) => ({ ...item, nearest: nearest.get(item.path) ?? null })), total };
}
