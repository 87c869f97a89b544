import { useMemo } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import type { PlanKind } from "../../../domain/posts/edit-rules.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import type { PostStatus } from "../../../domain/posts/post-rules.ts";
import type { AdminPostRow } from "../../../domain/posts/post-shapes.ts";
import { languageName } from "../../../domain/settings/language-rules.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { CategoryName } from "../categories/category-name.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import type { TableState } from "../frame/list-screen.tsx";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { useOfficeUser } from "../frame/office-user.ts";
import { usePersonName } from "../frame/person-name.ts";
import type { Selection } from "../frame/selection.tsx";
import { isUnfinished } from "./unfinished-rows.ts";

const STATUSES: Record<PostStatus, { label: string; tone: BadgeTone }> = {
  published: { label: "Published", tone: "green" },
  draft: { label: "Draft", tone: "gray" },
  archived: { label: "Archived", tone: "gray" },
};

const PLANS: Record<PlanKind, string> = { publish: "Scheduled", update: "Update scheduled" };

const figures = new Intl.NumberFormat("en-US");

const editorOf = (post: AdminPostRow) =>
  isUnfinished(post) ? adminRoutes.continuePost("post", post.id) : adminRoutes.editPost(post.id);

function Title({ post }: { post: AdminPostRow }) {
  const { title, slug, featured, author, language } = post;
  const nameOf = usePersonName();
  const facts = [author ? nameOf(author) : "No author", slug, ...(language ? [languageName(language)] : [])];
  const whose = isUnfinished(post) ? "Only you see it" : facts.join(" · ");
  return (
    <>
      <span className="line-title">
        <Link className="row-title" dir="auto" lang={language ?? undefined} to={editorOf(post)} title={`${title} · ${whose}`}>
          {title}
        </Link>
        {featured ? (
          <span className="post-featured">
            <AdminIcon name="star" />
            <span className="sr-only">Featured</span>
          </span>
        ) : null}
      </span>
      <span className="row-note" title={whose}>
        {whose}
      </span>
    </>
  );
}

/** A day with words before it, and the exact time as its tooltip. @param isBadged whether a badge next to it says so already */
function Day({ before, iso, isBadged }: { before: string; iso: string; isBadged?: boolean }) {
  const dates = useDates();
  return (
    <time dateTime={iso} title={dates.time(iso)}>
      <span className={isBadged ? "sr-only" : undefined}>{`${before} `}</span>
      {dates.day(iso)}
    </time>
  );
}

function Status({ post: { status, planned, staged_at, handed_in } }: { post: AdminPostRow }) {
  return (
    <div className="post-status">
      <span className={`status-dot state-${STATUSES[status].tone}`}>{STATUSES[status].label}</span>
      {handed_in ? <Badge tone="blue">Handed in</Badge> : null}
      {planned ? (
        <>
          <Badge tone={planned.failure ? "red" : "blue"}>{planned.failure ? "Schedule failed" : PLANS[planned.kind]}</Badge>
          <span className="plan-day">
            <Day before={planned.kind === "publish" ? "Publishes on" : "Updated on"} iso={planned.at} isBadged />
          </span>
        </>
      ) : null}
      {staged_at && planned?.kind !== "update" ? <span className="row-note">Changes not public</span> : null}
    </div>
  );
}

function HandedIn({ post: { handed_in } }: { post: AdminPostRow }) {
  if (!handed_in) return null;
  return (
    <div title={handed_in.note || undefined}>
      <Day before="Handed in" iso={handed_in.at} isBadged />
      <span className="row-note">{handed_in.by.full_name || "A contributor"}</span>
    </div>
  );
}

function Dates({ post: { created_at, published_at } }: { post: AdminPostRow }) {
  const dates = useDates();
  return (
    <div>
      <time dateTime={created_at} title={dates.time(created_at)}>
        {dates.day(created_at)}
      </time>
      <span className="row-note">{published_at ? <Day before="Published" iso={published_at} /> : "Not published"}</span>
    </div>
  );
}

type RowActions = {
  onDelete(post: AdminPostRow): void;
  /** opens the issue of a post; undefined while the newsletter is off */
  onNewsletter: ((id: string) => void) | undefined;
};

function useMayDelete(post: AdminPostRow): boolean {
  const user = useOfficeUser();
  return isUnfinished(post) || postPolicy.delete.allows(user, post);
}

function Actions({ post, onDelete, onNewsletter }: RowActions & { post: AdminPostRow }) {
  const navigate = useNavigate();
  const { id, title, slug, status } = post;
  const mayDelete = useMayDelete(post);
  const items: MenuItem[] = [{ label: "Edit", onSelect: () => void navigate(editorOf(post)) }];
  if (!isUnfinished(post)) items.push({ label: "History", onSelect: () => void navigate(adminRoutes.postHistory(id)) });
  if (status === "published" && onNewsletter) items.push({ label: "Newsletter issue", onSelect: () => onNewsletter(id) });
  if (mayDelete) items.push({ label: "Delete", tone: "danger", onSelect: () => onDelete(post) });
  if (status === "published") {
    items.unshift({
      label: "View article",
      onSelect: () => void window.open(pathTo(routes.story(slug)), "_blank", "noreferrer"),
    });
  }
  return (
    <div className="row-actions">
      <Link className="icon-button" to={editorOf(post)} aria-label={`Edit ${title}`} title="Edit">
        <AdminIcon name="edit" />
      </Link>
      {mayDelete ? (
        <button
          type="button"
          className="icon-button"
          aria-label={`Delete ${title}`}
          title="Delete"
          onClick={() => onDelete(post)}
        >
          <AdminIcon name="trash" />
        </button>
      ) : null}
      <Menu label={`Actions for ${title}`} items={items} />
    </div>
  );
}

type PostsTableProps = RowActions & {
  posts: readonly AdminPostRow[];
  table: TableState;
  selection: Selection;
  /** whether only posts that are handed in are shown */
  isHandedIn: boolean;
};

const CREATED: Column<AdminPostRow> = {
  key: "created",
  title: "Created",
  sortKey: "created_at",
  render: (post) => <Dates post={post} />,
};
const HANDED_IN: Column<AdminPostRow> = { key: "handed_in", title: "Handed in", render: (post) => <HandedIn post={post} /> };

const columnsFor = (actions: RowActions, isHandedIn: boolean): Column<AdminPostRow>[] => [
  { key: "title", title: "Title", sortKey: "title", render: (post) => <Title post={post} /> },
  {
    key: "status",
    title: "Status",
    render: (post) => <Status post={post} />,
  },
  { key: "category", title: "Category", render: ({ category }) => <CategoryName category={category} /> },
  isHandedIn ? HANDED_IN : CREATED,
  {
    key: "views",
    title: "Views",
    sortKey: "views",
    align: "right",
    unit: ({ views_count }) => (views_count === 1 ? "view" : "views"),
    render: (post) => figures.format(post.views_count),
  },
  { key: "likes", title: "Likes", sortKey: "likes", align: "right", render: (post) => figures.format(post.likes_count) },
  {
    key: "comments",
    title: "Comments",
    sortKey: "comments",
    align: "right",
    render: (post) => figures.format(post.comments_count),
  },
  { key: "actions", title: "Actions", align: "right", render: (post) => <Actions post={post} {...actions} /> },
];

export function PostsTable({ posts, table, selection, onDelete, onNewsletter, isHandedIn }: PostsTableProps) {
  const user = useOfficeUser();
  const columns = useMemo(() => columnsFor({ onDelete, onNewsletter }, isHandedIn), [onDelete, onNewsletter, isHandedIn]);
  return (
    <DataTable
      caption="Posts"
      columns={columns}
      rows={posts}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      {...table}
      selection={selection}
      canSelect={(post) => !isUnfinished(post) && postPolicy.update.allows(user, post)}
      isLines
    />
  );
}
