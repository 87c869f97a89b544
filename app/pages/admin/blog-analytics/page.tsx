import { useQuery } from "@tanstack/react-query";
import { Refresh } from "../analytics/refresh.tsx";
import { RangeControl } from "../charts/range-control.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { Browsers, Devices, Locations } from "./breakdowns.tsx";
import { Cards } from "./cards.tsx";
import { CategoryPerformance } from "./category-performance.tsx";
import { AnalyticsFailure } from "./failure.tsx";
import { Funnel } from "./funnel.tsx";
import { blogQuery } from "./queries.ts";
import { BlogSkeleton } from "./skeleton.tsx";
import { TopPosts } from "./top-posts.tsx";
import { Trend } from "./trend.tsx";
import { useBlogFilters } from "./use-blog-filters.ts";

/** What readers do with the articles. */
export function BlogAnalytics() {
  const shown = useBlogFilters();
  const { asked, period, today, values, set, href } = shown;
  const { data, error, isPlaceholderData, refetch } = useQuery(blogQuery(asked));
  const dates = useDates();
  return (
    <AdminPage
      title="Blog Analytics"
      lead={data ? `Figures as of ${dates.time(data.asOf)} (${data.timezone})` : "\u00a0"}
      actions={<Refresh />}
    >
      <div className="blog-bar">
        <RangeControl values={values} today={today} compared={data?.previous} onChange={set} />
      </div>
      {error ? <AnalyticsFailure error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className="blog-figures" aria-busy={isPlaceholderData || undefined}>
          <Cards data={data} />
          <div className="blog-grid">
            <Trend data={data} asked={asked} period={period} />
            <TopPosts shown={shown} />
            <Funnel shown={shown} />
            <CategoryPerformance data={data} asked={asked} period={period} href={href} />
            <Locations data={data} asked={asked} period={period} />
            <div className="blog-stack">
              <Devices data={data} asked={asked} period={period} />
              <Browsers data={data} asked={asked} period={period} />
            </div>
          </div>
        </div>
      ) : error ? null : (
        <BlogSkeleton />
      )}
    </AdminPage>
  );
}
