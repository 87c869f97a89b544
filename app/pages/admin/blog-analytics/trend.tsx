import { useQuery } from "@tanstack/react-query";
import type { BlogAnalytics } from "../../../domain/analytics/blog/blog-model.ts";
import { timelineQuery } from "../analytics/queries.ts";
import { LineChart } from "../charts/line-chart.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { readBlog } from "./queries.ts";
import type { Days } from "./use-blog-filters.ts";

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
