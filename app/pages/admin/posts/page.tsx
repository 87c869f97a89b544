import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { AdminPostRow } from "../../../domain/posts/editing-model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { useSelection } from "../frame/use-selection.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { PostsTable } from "./posts-table.tsx";
import { PostsToolbar } from "./posts-toolbar.tsx";
import { askPosts, DEFAULT_POST_FILTERS, postsQuery } from "./queries.ts";
import { UnfinishedList } from "./unfinished-list.tsx";
import { usePostActions } from "./use-post-actions.ts";

const NONE: AdminPostRow[] = [];

const create = (
  <Link className="button button-solid" to={adminRoutes.createPost()}>
    Create New Post
  </Link>
);

/** Every post of the blog, whatever its status. */
export function Posts() {
  const { values, set, href, ahead, reset } = useListState(DEFAULT_POST_FILTERS, askPosts);
  const posts = useQuery(postsQuery(values));
  const items = posts.data?.items ?? NONE;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const selection = useSelection(ids);
  const { selected, clear } = selection;
  const { remove, change, isBusy } = usePostActions();
  const isNarrowed = values.search !== "" || values.status !== "" || values.category !== "";
  const empty = isNarrowed ? (
    <NothingFound
      title="No posts found"
      hint="Try another search, or show all posts."
      showAll="Show all posts"
      onShowAll={reset}
    />
  ) : (
    <EmptyState title="No posts found" hint="Write the first one." action={create} />
  );
  return (
    <AdminPage title="Posts" actions={create}>
      <PostsToolbar values={values} set={set} counts={posts.data?.counts} isAnswered={posts.isFetched} />
      {isNarrowed || values.page !== "1" ? null : <UnfinishedList />}
      <QueryView query={posts} noun="posts" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items: rows, counts: _, ...paging }) => (
          <div className="posts-list">
            <BulkActions
              count={selected.size}
              isBusy={isBusy}
              onClear={clear}
              onAction={(action) => void change([...selected], action, clear)}
            />
            <PostsTable
              posts={rows}
              sort={values.sort}
              onSort={(sort) => set({ sort })}
              selection={selection}
              busy={posts.isPlaceholderData}
              onDelete={remove}
            />
            <Pager {...paging} noun="posts" href={href} ahead={ahead} />
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
