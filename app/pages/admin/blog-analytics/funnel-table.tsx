import type { PostFunnel } from "../../../domain/analytics/analytics.ts";
import { type FunnelStep, formatCount, share } from "../../../domain/analytics/analytics-rules.ts";
import { Link } from "../../../ui/link/link.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import type { Shown } from "./use-blog-filters.ts";

const step = (key: FunnelStep, title: string): Column<PostFunnel> => ({
  key,
  title,
  align: "right",
  render: (post) =>
    key === "visits" ? (
      formatCount(post.visits)
    ) : (
      <span title={formatCount(post[key])}>{`${share(post[key], post.visits).toFixed(1)}%`}</span>
    ),
});

const columns = (post: string, href: Shown["href"]): Column<PostFunnel>[] => [
  {
    key: "post",
    title: "Post",
    render: ({ id, title }) => (
      <Link
        className="row-title"
        to={href({ post: id === post ? "" : id })}
        preventScrollReset
        aria-current={id === post ? "true" : undefined}
      >
        {title}
      </Link>
    ),
  },
  step("visits", "Visits"),
  step("started", "Started"),
  step("half", "Half"),
  step("finished", "Finished"),
  step("liked", "Liked"),
  step("commented", "Commented"),
];

type FunnelTableProps = { items: readonly PostFunnel[]; post: string; href: Shown["href"] };

/** Each article's steps in percent of its visits; a click shows one beside the table, another all of them again. */
export function FunnelTable({ items, post, href }: FunnelTableProps) {
  return (
    <DataTable
      caption="How far readers came, in percent of each post's visits"
      columns={columns(post, href)}
      rows={items}
      rowKey={({ id }) => id}
    />
  );
}
