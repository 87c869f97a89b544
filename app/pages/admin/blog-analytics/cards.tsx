import type { BlogAnalytics } from "../../../domain/analytics/analytics.ts";
import { formatCount } from "../../../domain/analytics/analytics-rules.ts";
import { StatCard, StatCards } from "../frame/stat-card.tsx";

const AGAINST = "from the last period";
const figures = new Intl.NumberFormat("en-US");

/** A rate in percent with two decimals, as it is computed. */
export const rateText = (rate: number) => `${rate.toFixed(2)}%`;

/** The totals and what has become of them since the last period. */
export function Cards({ data }: { data: BlogAnalytics }) {
  const { changes, currentPeriod, previousPeriod } = data.timeRangeStats;
  const hasFresh = currentPeriod.posts > 0 && previousPeriod.posts > 0;
  return (
    <div className="blog-cards">
      <StatCards>
        <StatCard
          label="Total Posts"
          value={figures.format(data.totalPosts)}
          change={changes.posts}
          note={AGAINST}
          hint={`Published in this period: ${currentPeriod.posts}, in the last: ${previousPeriod.posts}.`}
        />
        <StatCard
          label="Total Views"
          value={formatCount(data.totalViews)}
          change={changes.views}
          note={AGAINST}
          hint="Each page view counts. The number on a post counts a reader once in half an hour."
        />
        <StatCard
          label="Engagement Rate"
          value={rateText(data.engagementRate)}
          change={changes.engagementRate}
          isRate
          note={AGAINST}
        />
        <StatCard
          label="Avg. Read Time"
          value={`${data.avgReadTime} min`}
          change={changes.avgReadTime}
          note={AGAINST}
          hint={
            hasFresh
              ? `Posts published in this period: ${currentPeriod.avgReadTime} min, in the last: ${previousPeriod.avgReadTime} min.`
              : "Nothing published in both periods to compare."
          }
        />
      </StatCards>
    </div>
  );
}
