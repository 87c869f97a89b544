import { Link } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { AdminPostRow } from "../../../domain/posts/editing-model.ts";
import { routes } from "../../../routes.ts";
import { CategoryName } from "../categories/category-name.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable, type TableSelection } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { STATUSES } from "./post-words.ts";

const figures = new Intl.NumberFormat("en-US");

function Title({ post: { id, title, slug, featured, author } }: { post: AdminPostRow }) {
  return (
    <>
      <Link className="row-title" to={adminRoutes.editPost(id)}>
        {title}
      </Link>
      {featured ? (
        <span className="post-featured">
          <AdminIcon name="star" />
          <span className="sr-only">Featured</span>
        </span>
      ) : null}
      <span className="row-note">{`${author?.full_name ?? author?.email ?? "No author"} · ${slug}`}</span>
    </>
  );
}

/** When it was written and when it was published, by day; who rests on a day is told the time. */
function Dates({ post: { created_at, published_at } }: { post: AdminPostRow }) {
  const dates = useDates();
  return (
    <div>
      <time dateTime={created_at} title={dates.time(created_at)}>
        {dates.day(created_at)}
      </time>
      <span className="row-note">
        {published_at ? (
          <time dateTime={published_at} title={dates.time(published_at)}>
            {`Published ${dates.day(published_at)}`}
          </time>
        ) : (
          "Not published"
        )}
      </span>
    </div>
  );
}

function Actions({ post, onDelete }: { post: AdminPostRow; onDelete(post: AdminPostRow): void }) {
  return (
    <div className="row-actions">
      {post.status === "published" ? (
        <a
          className="icon-button"
          href={routes.story(post.slug)}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${post.title}`}
          title="View"
        >
          <AdminIcon name="external" />
        </a>
      ) : null}
      <Link className="icon-button" to={adminRoutes.editPost(post.id)} aria-label={`Edit ${post.title}`} title="Edit">
        <AdminIcon name="edit" />
      </Link>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${post.title}`}
        title="Delete"
        onClick={() => onDelete(post)}
      >
        <AdminIcon name="trash" />
      </button>
    </div>
  );
}

type PostsTableProps = {
  posts: readonly AdminPostRow[];
  sort: string;
  onSort(sort: string): void;
  selection: TableSelection;
  busy: boolean;
  onDelete(post: AdminPostRow): void;
};

/** A row for each post. */
export function PostsTable({ posts, sort, onSort, selection, busy, onDelete }: PostsTableProps) {
  const columns: Column<AdminPostRow>[] = [
    { key: "title", title: "Title", sortKey: "title", render: (post) => <Title post={post} /> },
    {
      key: "status",
      title: "Status",
      render: ({ status }) => <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>,
    },
    { key: "category", title: "Category", render: ({ category }) => <CategoryName category={category} /> },
    { key: "created", title: "Created", sortKey: "created_at", render: (post) => <Dates post={post} /> },
    { key: "views", title: "Views", sortKey: "views", align: "right", render: (post) => figures.format(post.views_count) },
    { key: "likes", title: "Likes", sortKey: "likes", align: "right", render: (post) => figures.format(post.likes_count) },
    {
      key: "comments",
      title: "Comments",
      sortKey: "comments",
      align: "right",
      render: (post) => figures.format(post.comments_count),
    },
    { key: "actions", title: "Actions", align: "right", render: (post) => <Actions post={post} onDelete={onDelete} /> },
  ];
  return (
    <DataTable
      caption="Posts"
      columns={columns}
      rows={posts}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      sort={sort}
      onSort={onSort}
      selection={selection}
      busy={busy}
    />
  );
}
