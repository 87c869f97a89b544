import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo } from "react";
import type { BlogAnalytics, CategoryPerformance as Performance, Share } from "../../../domain/analytics/analytics.ts";
import { BLOG_LIMITS, formatCount, PANEL_LIMIT_MAX } from "../../../domain/analytics/analytics-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { useSite } from "../../data.ts";
import { timelineQuery } from "../analytics/queries.ts";
import { BarList } from "../charts/bar-list.tsx";
import { ExportMenu, type Row } from "../charts/export-menu.tsx";
import { LineChart } from "../charts/line-chart.tsx";
import { type AskedRange, RANGE_DEFAULTS, rangeOf, todayIn } from "../charts/range.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { StatCard, StatCards } from "../frame/stat-card.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { type AskedPosts, readBlog } from "./queries.ts";

const figures = new Intl.NumberFormat("en-US");

export const rateText = (rate: number) => `${rate.toFixed(2)}%`;

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
          note="from the last period"
          hint={`${currentPeriod.posts} published, ${previousPeriod.posts} in the last period`}
        />
        <StatCard
          label="Total Views"
          value={formatCount(data.totalViews)}
          change={changes.views}
          note="from the last period"
          hint="Page views of published posts"
        />
        <StatCard
          label="Engagement Rate"
          value={rateText(data.engagementRate)}
          change={changes.engagementRate}
          isRate
          note="from the last period"
        />
        <StatCard
          label="Avg. Read Time"
          value={`${data.avgReadTime} min`}
          change={changes.avgReadTime}
          note="from the last period"
          hint={
            hasFresh
              ? `New posts: ${currentPeriod.avgReadTime} min, ${previousPeriod.avgReadTime} min in the last period`
              : "Nothing published in both periods to compare"
          }
        />
      </StatCards>
    </div>
  );
}

const DEFAULTS = { ...RANGE_DEFAULTS, search: "", category: "", post: "" };
const CATEGORY = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What the screen shows, all of it read from its URL; values that the API doesn't know are ignored. */
export function useBlogFilters() {
  const { timezone } = useSite();
  const { values, set, href } = useListState(DEFAULTS);
  const today = todayIn(timezone);
  const { range, from, to, search, category, post } = values;
  const { asked, period } = useMemo(() => rangeOf({ range, from, to }, today), [range, from, to, today]);
  const posts: AskedPosts = useMemo(
    () => ({
      ...asked,
      ...(search.trim() && { search: search.trim().slice(0, 200) }),
      ...(CATEGORY.test(category) && { category }),
    }),
    [asked, search, category],
  );
  return { asked, posts, period, today, values, post, set, href };
}

export type Shown = ReturnType<typeof useBlogFilters>;
type Days = { asked: AskedRange; period: { from: string; to: string } };

const SERIES = [
  { key: "views", label: "Views" },
  { key: "likes", label: "Likes" },
  { key: "comments", label: "Comments" },
];

export function Trend({ data, asked, period }: Days & { data: BlogAnalytics }) {
  const happened = useQuery(timelineQuery(asked));
  return (
    <FiguresPanel
      title="Engagement Trends"
      size="wide"
      exports={{
        period,
        load: async () => (await readBlog(asked)).engagementTrends,
        rows: (days) => days,
      }}
    >
      <LineChart
        title="Engagement trends"
        days={data.engagementTrends}
        previous={data.previousTrends}
        marks={happened.data?.marks ?? []}
        series={SERIES}
      />
    </FiguresPanel>
  );
}

const columns = (href: Shown["href"]): Column<Performance>[] => [
  {
    key: "category",
    title: "Category",
    render: ({ category, categoryId }) => (
      <Link className="row-title" to={href({ category: categoryId ?? "none", search: "" })} preventScrollReset>
        {category}
        <span className="sr-only">: show only its posts</span>
      </Link>
    ),
  },
  { key: "posts", title: "Posts", align: "right", render: ({ posts }) => figures.format(posts) },
  { key: "views", title: "Views", align: "right", render: ({ totalViews }) => formatCount(totalViews) },
  { key: "average", title: "Avg. views", align: "right", render: ({ avgViews }) => formatCount(avgViews) },
  { key: "engagement", title: "Engagement", align: "right", render: ({ engagementRate }) => rateText(engagementRate) },
];

type CategoryPerformanceProps = Pick<Shown, "asked" | "period" | "href"> & { data: BlogAnalytics };

export function CategoryPerformance({ data, asked, period, href }: CategoryPerformanceProps) {
  const rows = data.categoryPerformance;
  return (
    <FiguresPanel
      title="Category Performance"
      size="wide"
      empty={rows.length === 0 ? "No category data available" : undefined}
      exports={{ period, load: async () => (await readBlog(asked)).categoryPerformance, rows: (all) => all }}
    >
      <DataTable
        caption="Categories by views"
        columns={columns(href)}
        rows={rows}
        rowKey={({ categoryId }) => categoryId ?? "none"}
      />
    </FiguresPanel>
  );
}

type FiguresPanelProps<Data> = {
  title: string;
  /** for the export: the days that it covers, a function that loads everything, and its rows for a spreadsheet */
  exports: { period: { from: string; to: string }; load(): Promise<Data>; rows(data: Data): readonly Row[] };
  /** other figures are loading */
  busy?: boolean;
  size?: "wide";
  /** shown instead of the figures when there are none */
  empty?: string | undefined;
  children: ReactNode;
};

export function FiguresPanel<Data>({ title, exports, busy, size, empty, children }: FiguresPanelProps<Data>) {
  const id = useId();
  return (
    <section className="panel blog-panel" aria-labelledby={id} data-size={size}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        <ExportMenu title={title} {...exports} />
      </div>
      <div className="blog-room" aria-busy={busy || undefined}>
        {empty === undefined ? children : <p className="blog-none">{empty}</p>}
      </div>
    </section>
  );
}

type BreakdownProps = Days & { data: BlogAnalytics };

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const placeOf = (location: string) => (location === "unknown" ? "Unknown" : location);

const bar = (label: string, { count, percentage }: Share) => ({ label, value: count, percentage });

export function Devices({ data: { deviceBreakdown: items }, asked, period }: BreakdownProps) {
  return (
    <FiguresPanel
      title="Device Breakdown"
      empty={items.length === 0 ? "No device data available" : undefined}
      exports={{ period, load: async () => (await readBlog(asked, PANEL_LIMIT_MAX)).deviceBreakdown, rows: (all) => all }}
    >
      <BarList unit="visits" items={items.slice(0, BLOG_LIMITS.devices).map((item) => bar(capital(item.device), item))} />
    </FiguresPanel>
  );
}

export function Browsers({ data: { browserBreakdown: items }, asked, period }: BreakdownProps) {
  return (
    <FiguresPanel
      title="Browser Breakdown"
      empty={items.length === 0 ? "No browser data available" : undefined}
      exports={{ period, load: async () => (await readBlog(asked, PANEL_LIMIT_MAX)).browserBreakdown, rows: (all) => all }}
    >
      <BarList unit="visits" items={items.slice(0, BLOG_LIMITS.browsers).map((item) => bar(item.browser, item))} />
    </FiguresPanel>
  );
}

export function Locations({ data, asked, period }: BreakdownProps) {
  const items = data.locationBreakdown.slice(0, BLOG_LIMITS.locations);
  const more = data.totalLocations - items.length;
  return (
    <FiguresPanel
      title="Visitor Locations"
      empty={items.length === 0 ? "No location data available yet." : undefined}
      exports={{ period, load: async () => (await readBlog(asked, PANEL_LIMIT_MAX)).locationBreakdown, rows: (all) => all }}
    >
      <BarList ranked unit="visits" items={items.map((item) => bar(placeOf(item.location), item))} />
      {more > 0 ? <p className="blog-more">+{figures.format(more)} more locations</p> : null}
    </FiguresPanel>
  );
}
