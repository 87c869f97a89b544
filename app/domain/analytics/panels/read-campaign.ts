import { sql } from "kysely";
import { startOfDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import type { CampaignFunnel } from "../analytics.ts";
import { HALF_READ, type RangeChoice, WHOLE_READ } from "../analytics-rules.ts";
import { isRead } from "../rollups/roll-up.ts";
import { begunOn } from "./panel-drilled.sql.ts";
import { panelPeriod } from "./periods.ts";

type CampaignQuery = RangeChoice & { utm_campaign: string; utm_source: string };

/** From records, because rollups don't say how far the visits of a campaign got. */
export async function readCampaign(
  ctx: Context,
  { utm_campaign, utm_source, ...range }: CampaignQuery,
  timezone: string,
): Promise<CampaignFunnel> {
  const { period } = panelPeriod(ctx, range, timezone);
  const { rows } = await sql<CampaignFunnel>`
    select count(*)::int as visits, count(*) filter (where half)::int as half, count(*) filter (where finished)::int as finished,
      (select coalesce(raw_from, '-infinity') <= ${startOfDay(period.from, timezone)} from analytics_options) as is_whole
    from (
      select bool_or(t.id is not null and ${isRead(HALF_READ)}) as half, bool_or(t.id is not null and ${isRead(WHOLE_READ)}) as finished
      from analytics_records r join analytics_paths p on p.id = r.path_id
        left join (select id, reading_time * 60 as seconds from posts) t on t.id = p.post_id
      where ${begunOn({ ...period, timezone })} and r.origin_id = any(array(
        select id from analytics_origins where utm_campaign = ${utm_campaign} and utm_source = ${utm_source}))
      group by r.visit
    ) visits`.execute(ctx.db);
  return rows[0] ?? { visits: 0, half: 0, finished: 0, is_whole: true };
}
