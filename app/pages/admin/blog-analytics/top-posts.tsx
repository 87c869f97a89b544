import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { TopPost } from "../../../domain/analytics/blog/blog-model.ts";
import { formatCount } from "../../../domain/analytics/figures-model.ts";
import { PANEL_LIMIT_MAX } from "../../../domain/analytics/panels/panels-model.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link/link.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { RowsSkeleton } from "../frame/query-view.tsx";
import { rateText } from "./cards.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { PostsFilters } from "./posts-filters.tsx";
import { blogPostsQuery, readPosts } from "./queries.ts";
import type { Shown } from "./use-blog-filters.ts";

function Title({ post, days }: { post: TopPost; days: Record<string, string> }) {
  const dates = useDates();
  const address = `${adminRoutes.analytics()}?${new URLSearchParams({ ...days, path: routes.story(post.slug) })}`;
  return (
    <>
      <Link className="row-title" to={address}>
        {post.title}
        <span className="sr-only">: its visits</span>
      </Link>
      <span className="row-note blog-post-note">
        <Badge tone="grey">{post.category}</Badge>
        <span>{`${post.readTime} min read`}</span>
        <time dateTime={post.publishedAt} title={dates.time(post.publishedAt)}>
          {dates.day(post.publishedAt)}
        </time>
      </span>
    </>
  );
}

const columns = (days: Record<string, string>): Column<TopPost>[] => [
  { key: "post", title: "Post", render: (post) => <Title post={post} days={days} /> },
  { key: "views", title: "Views", align: "right", render: ({ views }) => formatCount(views) },
  { key: "likes", title: "Likes", align: "right", render: ({ likes }) => formatCount(likes) },
  { key: "comments", title: "Comments", align: "right", render: ({ comments }) => formatCount(comments) },
  { key: "engagement", title: "Engagement", align: "right", render: ({ engagementRate }) => rateText(engagementRate) },
];

/** The articles that were read most in these days, found by title and category. */
export function TopPosts({ shown }: { shown: Shown }) {
  const { asked, posts, period, values, set } = shown;
  const { data, isPlaceholderData } = useQuery(blogPostsQuery(posts));
  const isNarrowed = posts.search !== undefined || posts.category !== undefined;
  return (
    <FiguresPanel
      title="Top Performing Posts"
      size="wide"
      busy={isPlaceholderData}
      exports={{ period, load: () => readPosts(posts, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
    >
      <PostsFilters values={values} set={set} />
      {data === undefined ? <RowsSkeleton rows={10} /> : null}
      {data?.items.length === 0 ? (
        <p className="blog-none" role="status">
          {isNarrowed ? "No posts match your current filters." : "No posts available for this period."}
        </p>
      ) : null}
      {data && data.items.length > 0 ? (
        <DataTable caption="Posts by views" columns={columns(asked)} rows={data.items} rowKey={({ id }) => id} />
      ) : null}
    </FiguresPanel>
  );
}
