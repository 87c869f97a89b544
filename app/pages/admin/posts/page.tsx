import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { BulkAction } from "../../../domain/posts/edit-rules.ts";
import type { AdminPostPage, AdminPostRow } from "../../../domain/posts/post-shapes.ts";
import { Link } from "../../../ui/link.tsx";
import { categoriesQuery, categoryOptions } from "../categories/queries.ts";
import { UnfinishedList } from "../editor/unfinished.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { Pager } from "../frame/pager.tsx";
import { EmptyState, NothingFound, QueryView } from "../frame/query-view.tsx";
import { SavedFilters } from "../frame/saved-filters.tsx";
import { BulkBar, useSelection } from "../frame/selection.tsx";
import { FilterChips, SearchBox, SelectFilter, Toolbar } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { type Question, useConfirm } from "../frame/use-confirm.tsx";
import { DensityToggle } from "../frame/use-density.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { inTrash, useUndo } from "../trash/restore.ts";
import { FeaturedOrder } from "./featured-order.tsx";
import { PostsTable } from "./posts-table.tsx";
import {
  askPosts,
  CHANGED_POSTS,
  changePosts,
  DEFAULT_POST_FILTERS,
  deletePost,
  type PostFilters,
  postsQuery,
} from "./queries.ts";
import { BULK, FEATURED, LIST, ORDER } from "./texts.ts";

/** Orders, including those that the table's head doesn't offer. */
const ORDERS = [
  { value: "-created_at", label: FEATURED.newestFirst },
  { value: "created_at", label: ORDER.oldestFirst },
  { value: "-updated_at", label: ORDER.recentlyUpdated },
  { value: "-published_at", label: ORDER.recentlyPublished },
  { value: "title", label: ORDER.titleAToZ },
  { value: "-title", label: ORDER.titleZToA },
  { value: "-views", label: ORDER.mostViews },
  { value: "views", label: ORDER.fewestViews },
  { value: "-likes", label: ORDER.mostLikes },
  { value: "likes", label: ORDER.fewestLikes },
  { value: "-comments", label: ORDER.mostComments },
  { value: "comments", label: ORDER.fewestComments },
];

/** The dashboard leads to this filter; without it, nothing is shown of it. */
const PICTURES = [
  { value: "elsewhere", label: LIST.offsitePictures },
  { value: "", label: LIST.allPosts },
];

type PostsToolbarProps = {
  values: PostFilters;
  set(patch: Partial<PostFilters>): void;
  /** of the first page of the list, as it is filtered */
  address: string;
  counts: AdminPostPage["counts"] | undefined;
  /** whether the list has loaded. The categories are fetched after it, because the rows matter more */
  isAnswered: boolean;
};

/** The search and the filters of the list. */
function PostsToolbar({ values, set, address, counts, isAnswered }: PostsToolbarProps) {
  const { data } = useQuery({ ...categoriesQuery({ search: "" }), enabled: isAnswered });
  const statuses = [
    { value: "", label: LIST.all, count: counts?.all },
    { value: "published", label: LIST.published, count: counts?.published },
    { value: "draft", label: LIST.drafts, count: counts?.draft },
    { value: "archived", label: LIST.archived, count: counts?.archived },
  ];
  return (
    <Toolbar>
      <SearchBox
        label={LIST.searchPosts}
        placeholder={LIST.searchHint}
        value={values.search}
        onChange={(search) => set({ search })}
      />
      <FilterChips label={LIST.status} options={statuses} value={values.status} onChange={(status) => set({ status })} />
      <SelectFilter
        label={LIST.category}
        options={categoryOptions(data?.items)}
        value={values.category}
        onChange={(category) => set({ category })}
      />
      {values.pictures === "" ? null : (
        <SelectFilter
          label={LIST.pictures}
          options={PICTURES}
          value={values.pictures}
          onChange={(pictures) => set({ pictures })}
        />
      )}
      <div className="posts-order">
        <SelectFilter label={LIST.order} options={ORDERS} value={values.sort} onChange={(sort) => set({ sort })} />
      </div>
      <DensityToggle />
      <SavedFilters list="posts" address={address} />
    </Toolbar>
  );
}

const posts = (count: number) => (count === 1 ? "post" : "posts");
const sure = (count: number, does: string) => BULK.question(does, count);

/** The question before an action on posts (for deleting: specification, section 8). */
function questionOf(action: BulkAction, count: number): Question {
  switch (action) {
    case "delete":
      return {
        title: BULK.deleteTitle(posts(count)),
        text: `${sure(count, "delete")} ${inTrash(count)}`,
        action: "Delete",
        tone: "danger",
      };
    case "publish":
      return {
        title: BULK.publishTitle(posts(count)),
        text: BULK.publishQuestion(sure(count, "publish")),
        action: "Publish",
      };
    case "archive":
      return {
        title: BULK.archiveTitle(posts(count)),
        text: BULK.withdrawQuestion(sure(count, "archive")),
        action: "Archive",
      };
    case "draft":
      return {
        title: BULK.withdrawTitle(count),
        text: BULK.withdrawQuestion(sure(count, "withdraw")),
        action: "Turn into draft",
      };
  }
}

const DONE: Record<BulkAction, string> = {
  publish: "published",
  archive: "archived",
  draft: BULK.turnedIntoDrafts,
  delete: "deleted",
};

/** The toast after a bulk action, with the number of unchanged posts. */
function doneText(action: BulkAction, { changed, unchanged }: { changed: number; unchanged: number }): string {
  if (changed === 1 && unchanged === 0 && action === "delete") return BULK.postDeleted;
  const left = unchanged > 0 ? BULK.unchanged(unchanged) : "";
  return `${changed} ${posts(changed)} ${DONE[action]}${left}`;
}

type Change = { ids: string[]; action: BulkAction };

/** @param verb the action's name in the error */
function useChangeMany(verb: "update" | "delete") {
  const undo = useUndo();
  return useAdminMutation<{ changed: number; unchanged: number }, Change>({
    call: changePosts,
    success: (result, { action }) => doneText(action, result),
    undo: ({ changed }, { ids, action }) =>
      action === "delete" && changed > 0 ? undo(ids.map((id) => ({ kind: "post", id }))) : undefined,
    failure: (message) => BULK.failed(verb, message),
    invalidates: CHANGED_POSTS,
  });
}

/** The actions of the list. Each asks first. */
function usePostActions() {
  const confirm = useConfirm();
  const undo = useUndo();
  const one = useAdminMutation({
    call: deletePost,
    success: BULK.postDeleted,
    undo: (_, id: string) => undo([{ kind: "post", id }]),
    failure: (message) => BULK.deleteFailed(message),
    invalidates: CHANGED_POSTS,
  });
  const many = useChangeMany("update");
  const manyGone = useChangeMany("delete");

  const { mutate: deleteOne } = one;
  const remove = useCallback(
    async ({ id }: AdminPostRow) => {
      if (await confirm(questionOf("delete", 1))) deleteOne(id);
    },
    [confirm, deleteOne],
  );
  const change = async (ids: string[], action: BulkAction, then: () => void) => {
    if (!(await confirm(questionOf(action, ids.length)))) return;
    (action === "delete" ? manyGone : many).mutate({ ids, action }, { onSuccess: then });
  };
  return { remove, change, isBusy: one.isPending || many.isPending || manyGone.isPending };
}

const ACTIONS: { action: BulkAction; label: string }[] = [
  { action: "publish", label: "Publish" },
  { action: "archive", label: BULK.archive },
  { action: "draft", label: BULK.turnIntoDraft },
  { action: "delete", label: BULK.delete },
];

type BulkActionsProps = { count: number; isBusy: boolean; onClear(): void; onAction(action: BulkAction): void };

/** The actions for the selected posts. */
function BulkActions({ count, isBusy, onClear, onAction }: BulkActionsProps) {
  return (
    <BulkBar count={count} onClear={onClear}>
      {ACTIONS.map(({ action, label }) => (
        <FocusKeepingButton key={action} className="small-button" isDisabled={isBusy} onClick={() => onAction(action)}>
          {label}
        </FocusKeepingButton>
      ))}
    </BulkBar>
  );
}

const NONE: AdminPostRow[] = [];

const create = (
  <Link className="button button-solid" to={adminRoutes.createPost()}>
    Create New Post
  </Link>
);

function NoPosts({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll(): void }) {
  return isNarrowed ? (
    <NothingFound title="No posts found" hint={LIST.noneFoundHint} showAll={LIST.showAllPosts} onShowAll={onShowAll} />
  ) : (
    <EmptyState title="No posts found" hint={LIST.noneHint} action={create} />
  );
}

/** Every post of the blog, whatever its status. */
export function Posts() {
  const { values, set, href, ahead, reset } = useListState(DEFAULT_POST_FILTERS, askPosts);
  const posts = useQuery(postsQuery(values));
  const items = posts.data?.items ?? NONE;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const selection = useSelection(ids);
  const { selected, clear } = selection;
  const { remove, change, isBusy } = usePostActions();
  const [isOrdering, setOrdering] = useState(false);
  const isNarrowed = values.search !== "" || values.status !== "" || values.category !== "" || values.pictures !== "";
  const actions = (
    <>
      <button type="button" className="button" onClick={() => setOrdering(true)}>
        <AdminIcon name="star" />
        {FEATURED.open}
      </button>
      {create}
    </>
  );
  return (
    <AdminPage title={LIST.posts} actions={actions}>
      <PostsToolbar
        values={values}
        set={set}
        address={href({ page: "1" })}
        counts={posts.data?.counts}
        isAnswered={posts.isFetched}
      />
      {isNarrowed || values.page !== "1" ? null : <UnfinishedList />}
      <QueryView
        query={posts}
        noun="posts"
        isEmpty={({ total }) => total === 0}
        empty={<NoPosts isNarrowed={isNarrowed} onShowAll={reset} />}
      >
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
      {isOrdering ? <FeaturedOrder onClose={() => setOrdering(false)} /> : null}
    </AdminPage>
  );
}
