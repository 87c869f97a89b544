import type { BlogAnalytics, CategoryPerformance as Performance } from "../../../domain/analytics/blog/blog-model.ts";
import { formatCount } from "../../../domain/analytics/figures-model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { rateText } from "./cards.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { readBlog } from "./queries.ts";
import type { Shown } from "./use-blog-filters.ts";

const figures = new Intl.NumberFormat("en-US");

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
