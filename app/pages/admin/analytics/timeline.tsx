import { useQuery } from "@tanstack/react-query";
import type { ChartDay } from "../charts/buckets.ts";
import { LineChart } from "../charts/line-chart.tsx";
import { Panel } from "./panel.tsx";
import { readTimeline, timelineQuery } from "./queries.ts";
import type { PanelFilters } from "./use-filters.ts";

const SERIES = [
  { key: "views", label: "Page views" },
  { key: "visits", label: "Visits" },
  { key: "visitors", label: "Visitors" },
];

/** How the days went, before the same days of the period before. */
export function Timeline({ asked, period }: PanelFilters) {
  const query = useQuery(timelineQuery(asked));
  return (
    <Panel
      title="Day by Day"
      query={query}
      rows={0}
      isEmpty={({ days }) => days.length === 0}
      empty="No days to show"
      exports={{
        period,
        load: () => readTimeline(asked),
        rows: ({ days, previous, marks }) =>
          days.map((day, at) => ({
            date: day.date,
            visits: day.visits,
            visitors: day.visitors,
            views: day.views,
            previous_date: previous[at]?.date,
            previous_visits: previous[at]?.visits,
            previous_visitors: previous[at]?.visitors,
            previous_views: previous[at]?.views,
            marks: marks
              .filter(({ date }) => date === day.date)
              .map(({ kind, label }) => `${kind}: ${label}`)
              .join("; "),
          })),
      }}
    >
      {({ days, previous, marks }) => (
        <LineChart title="Day by day" days={days satisfies ChartDay[]} previous={previous} marks={marks} series={SERIES} />
      )}
    </Panel>
  );
}
