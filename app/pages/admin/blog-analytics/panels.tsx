import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { BlogAnalytics, CategoryPerformance as Performance, Share } from "../../../domain/analytics/analytics.ts";
import { BLOG_LIMITS, formatCount, PANEL_LIMIT_MAX } from "../../../domain/analytics/analytics-rules.ts";
import { Link } from "../../../ui/link/link.tsx";
import { timelineQuery } from "../analytics/queries.ts";
import { BarList } from "../charts/bar-list.tsx";
import type { Row } from "../charts/export-menu.tsx";
import { ExportMenu } from "../charts/export-menu.tsx";
import { LineChart } from "../charts/line-chart.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { rateText } from "./cards.tsx";
import { readBlog } from "./queries.ts";
import type { Days, Shown } from "./use-blog-filters.ts";

const SERIES = [
  { key: "views", label: "Views" },
  { key: "likes", label: "Likes" },
  { key: "comments", label: "Comments" },
];

/** Views, likes and comments day by day, before those of the last period, with what may explain them. */
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
      <Link className="row-title" to={href({ category: categoryId ?? "none", search: "" })}>
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

/** What each category's articles did in these days. */
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
  /** the days that it covers, everything that there is, and its rows for a spreadsheet */
  exports: { period: { from: string; to: string }; load(): Promise<Data>; rows(data: Data): readonly Row[] };
  /** other figures are on their way */
  busy?: boolean;
  /** `wide`: across the whole screen */
  size?: "wide";
  /** in place of the figures, where there are none */
  empty?: string | undefined;
  children: ReactNode;
};

/** One list or curve of the screen, with its title and what can be taken along. */
export function FiguresPanel<Data>({ title, exports, busy, size, empty, children }: FiguresPanelProps<Data>) {
  const id = useId();
  return (
    <section className="panel blog-panel" aria-labelledby={id} data-size={size}>
      <div className="blog-head">
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

const figures = new Intl.NumberFormat("en-US");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** What nobody knows is said in words. */
const placeOf = (location: string) => (location === "unknown" ? "Unknown" : location);

const bar = (label: string, { count, percentage }: Share) => ({ label, value: count, percentage });

/** What the visits of these days were made with. */
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

/** Where the visits of these days came from. */
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
      {more > 0 ? <p className="blog-more">{`+${figures.format(more)} more locations`}</p> : null}
    </FiguresPanel>
  );
}
