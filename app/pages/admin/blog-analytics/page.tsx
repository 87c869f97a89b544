import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { analyticsPolicy } from "../../../domain/analytics/analytics.policy.ts";
import type { BlogFunnel, PostFunnel, TopPost } from "../../../domain/analytics/analytics.ts";
import {
  type FunnelStep,
  formatCount,
  PANEL_LIMIT_MAX,
  share,
  readFunnel as stepsOf,
} from "../../../domain/analytics/analytics-rules.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { Refresh } from "../analytics/panel.tsx";
import { categoriesQuery, categoryOptions } from "../categories/queries.ts";
import { BarList } from "../charts/bar-list.tsx";
import { RangeControl } from "../charts/range.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { useMayOpen, useOfficeUser } from "../frame/office-user.ts";
import { RowsSkeleton } from "../frame/query-view.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../frame/toolbar.tsx";
import {
  Browsers,
  Cards,
  CategoryPerformance,
  Devices,
  FiguresPanel,
  Locations,
  rateText,
  type Shown,
  Trend,
  useBlogFilters,
} from "./panels.tsx";
import { blogFunnelQuery, blogPostsQuery, blogQuery, readFunnel, readPosts } from "./queries.ts";

const stepColumn = (key: FunnelStep, title: string): Column<PostFunnel> => ({
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

const funnelColumns = (post: string, href: Shown["href"]): Column<PostFunnel>[] => [
  {
    key: "post",
    title: "Post",
    render: ({ id, title }) => (
      <Link
        className="row-title"
        dir="auto"
        to={href({ post: id === post ? "" : id })}
        preventScrollReset
        aria-current={id === post ? "true" : undefined}
      >
        {title}
      </Link>
    ),
  },
  stepColumn("visits", "Visits"),
  stepColumn("started", "Started"),
  stepColumn("half", "Half"),
  stepColumn("finished", "Finished"),
  stepColumn("liked", "Liked"),
  stepColumn("commented", "Commented"),
];

type FunnelTableProps = { items: readonly PostFunnel[]; post: string; href: Shown["href"] };

function FunnelTable({ items, post, href }: FunnelTableProps) {
  return (
    <DataTable
      caption="How far readers got, as a percentage of each post’s visits"
      columns={funnelColumns(post, href)}
      rows={items}
      rowKey={({ id }) => id}
    />
  );
}

function PostsFilters({ values, set }: Pick<Shown, "values" | "set">) {
  const { data } = useQuery(categoriesQuery({ search: "" }));
  return (
    <Toolbar>
      <SearchBox
        label="Search posts"
        placeholder="Search posts..."
        value={values.search}
        onChange={(search) => set({ search, post: "" })}
      />
      <SelectFilter
        label="Category"
        options={categoryOptions(data?.items)}
        value={values.category}
        onChange={(category) => set({ category, post: "" })}
      />
    </Toolbar>
  );
}

function Title({ post, days }: { post: TopPost; days: Record<string, string> }) {
  const dates = useDates();
  const mayOpen = useMayOpen();
  const address = `${adminRoutes.analytics()}?${new URLSearchParams({ ...days, path: routes.story(post.slug) })}`;
  return (
    <>
      {mayOpen(address) ? (
        <Link className="row-title" dir="auto" to={address}>
          {post.title}
          <span className="sr-only">: its visits</span>
        </Link>
      ) : (
        <Link className="row-title" dir="auto" to={adminRoutes.editPost(post.id)}>
          {post.title}
        </Link>
      )}
      <span className="row-note blog-post-note">
        <Badge tone="gray">{post.category}</Badge>
        <span>{post.readTime} min read</span>
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

function TopPosts({ shown }: { shown: Shown }) {
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

const WORDS: Record<FunnelStep, string> = {
  visits: "Viewed",
  started: "Started reading",
  half: "Read half",
  finished: "Finished",
  liked: "Liked",
  commented: "Commented",
};

type StepsProps = Pick<Shown, "post" | "href"> & { data: BlogFunnel; isNarrowed: boolean };

function Steps({ data, post, isNarrowed, href }: StepsProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(post);
  const one = data.items.find(({ id }) => id === post);
  // The list of articles may be longer than the window.
  useEffect(() => {
    if (post !== shown.current) place.current?.scrollIntoView({ block: "nearest" });
    shown.current = post;
  }, [post]);
  const bars = stepsOf(one ?? data.total).map(({ step, count, percentage }) => ({
    label: WORDS[step],
    value: count,
    percentage,
  }));
  return (
    <div ref={place} className="blog-steps">
      <div className="blog-steps-head">
        <h3 aria-live="polite">{one?.title ?? (isNarrowed ? "All posts that match your filters" : "All posts")}</h3>
        {one ? (
          <Link className="small-button" to={href({ post: "" })} preventScrollReset>
            Show all
          </Link>
        ) : null}
      </div>
      <BarList unit="times" items={bars} />
    </div>
  );
}

function Funnel({ shown }: { shown: Shown }) {
  const { posts, period, post, href } = shown;
  const { data, isPlaceholderData } = useQuery(blogFunnelQuery(posts));
  return (
    <FiguresPanel
      title="Read Funnel"
      size="wide"
      busy={isPlaceholderData}
      empty={data?.items.length === 0 ? "No one has read these posts in this period." : undefined}
      exports={{ period, load: () => readFunnel(posts, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
    >
      {data ? (
        <div className="blog-funnel">
          <Steps data={data} post={post} href={href} isNarrowed={posts.search !== undefined || posts.category !== undefined} />
          <FunnelTable items={data.items} post={post} href={href} />
        </div>
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </FiguresPanel>
  );
}

function BlogSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="stat-cards blog-cards" aria-hidden="true">
        {["posts", "views", "engagement", "time"].map((card) => (
          <span key={card} className="skeleton blog-card" />
        ))}
      </div>
      <div className="blog-grid" aria-hidden="true">
        <span className="skeleton blog-curve" data-size="wide" />
        <span className="skeleton blog-list" data-size="wide" />
        <span className="skeleton blog-list" />
        <span className="skeleton blog-list" />
      </div>
    </div>
  );
}

/** Says that loading failed. Figures that were loaded before stay visible below (specification, section 8). */
function AnalyticsFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className="empty-state blog-failure" role="alert">
      <h2>Error loading analytics</h2>
      <p>{messageOf(error, "An unexpected error occurred")}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}

function FiguresOfOwn() {
  const shown = useBlogFilters();
  const { today, values, set } = shown;
  return (
    <AdminPage title="Blog Analytics" lead="The posts that are by you.">
      <div className="blog-bar">
        <RangeControl values={values} today={today} compared={undefined} onChange={set} />
      </div>
      <div className="read-blog">
        <div className="blog-grid">
          <TopPosts shown={shown} />
          <Funnel shown={shown} />
        </div>
      </div>
    </AdminPage>
  );
}

export function BlogAnalytics() {
  return analyticsPolicy.readSite.admits(useOfficeUser()) ? <FiguresOfSite /> : <FiguresOfOwn />;
}

function FiguresOfSite() {
  const shown = useBlogFilters();
  const { asked, period, today, values, set, href } = shown;
  const { data, error, isPlaceholderData, refetch } = useQuery(blogQuery(asked));
  const dates = useDates();
  return (
    <AdminPage
      title="Blog Analytics"
      lead={data ? `Updated ${dates.time(data.asOf)} (${data.timezone})` : "\u00a0"}
      actions={<Refresh />}
    >
      <div className="blog-bar">
        <RangeControl values={values} today={today} compared={data?.previous} onChange={set} />
      </div>
      {error ? <AnalyticsFailure error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className="read-blog" aria-busy={isPlaceholderData || undefined}>
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
