import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { newsletterPolicy } from "../../../domain/newsletter/newsletter.policy.ts";
import type { Ability } from "../../../domain/policy.ts";
import type { BulkAction } from "../../../domain/posts/edit-rules.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import type { AdminPostPage, AdminPostRow } from "../../../domain/posts/post-shapes.ts";
import { DEFAULT_LANGUAGE } from "../../../domain/settings/direction-rules.ts";
import { languageName } from "../../../domain/settings/language-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { useSite } from "../../data.ts";
import { categoriesQuery, categoryOptions } from "../categories/queries.ts";
import { discardUnfinished, unfinishedQuery } from "../editor/queries.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { useOfficeUser } from "../frame/office-user.ts";
import { BulkBar, useSelection } from "../frame/selection.tsx";
import { FilterChips, SelectFilter } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { type Question, useConfirm } from "../frame/use-confirm.tsx";
import { type ListState, useListState } from "../frame/use-list-state.ts";
import { useOpenPostIssue } from "../newsletter/use-post-issue.ts";
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
import { isUnfinished, useUnfinishedRows } from "./unfinished-rows.ts";

/** Orders, including those that the table's head doesn't offer. */
const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
  { value: "-updated_at", label: "Recently updated" },
  { value: "-published_at", label: "Recently published" },
  { value: "title", label: "Title, A to Z" },
  { value: "-title", label: "Title, Z to A" },
  { value: "-views", label: "Most views" },
  { value: "views", label: "Fewest views" },
  { value: "-likes", label: "Most likes" },
  { value: "likes", label: "Fewest likes" },
  { value: "-comments", label: "Most comments" },
  { value: "comments", label: "Fewest comments" },
];

/** The dashboard leads to this filter; without it, nothing is shown of it. */
const PICTURES = [
  { value: "elsewhere", label: "Images on other sites" },
  { value: "", label: "All posts" },
];

const HANDED_IN = [
  { value: "", label: "All posts" },
  { value: "yes", label: "Handed in" },
];

const BY = [
  { value: "", label: "By anybody" },
  { value: "machines", label: "By machines" },
];

const NO_LANGUAGES: AdminPostPage["languages"] = [];

/** The site's own, and those that posts have. */
const languageOptions = (languages: AdminPostPage["languages"], ofSite: string) => [
  { value: "", label: "All languages" },
  ...[...new Set([ofSite, ...languages])].map((value) => ({ value, label: languageName(value) })),
];

type FiltersProps = {
  list: ListState<PostFilters>;
  counts: AdminPostPage["counts"] | undefined;
  languages: AdminPostPage["languages"] | undefined;
  /** whether the list has loaded. The categories are fetched after it, because the rows matter more */
  isAnswered: boolean;
};

function Filters({ list: { values, filter }, counts, languages = NO_LANGUAGES, isAnswered }: FiltersProps) {
  const { data } = useQuery({ ...categoriesQuery({ search: "" }), enabled: isAnswered });
  const { language: ofSite = DEFAULT_LANGUAGE } = useSite();
  const statuses = [
    { value: "", label: "All", count: counts?.all },
    { value: "published", label: "Published", count: counts?.published },
    { value: "draft", label: "Drafts", count: counts?.draft },
    { value: "archived", label: "Archived", count: counts?.archived },
  ];
  return (
    <>
      <FilterChips label="Status" options={statuses} {...filter("status")} />
      <SelectFilter label="Category" options={categoryOptions(data?.items)} {...filter("category")} />
      {languages.length === 0 && values.language === "" ? null : (
        <SelectFilter label="Language" options={languageOptions(languages, ofSite)} {...filter("language")} />
      )}
      {values.handed_in === "" && !counts?.handed_in ? null : (
        <SelectFilter label="Review" options={HANDED_IN} {...filter("handed_in")} />
      )}
      {values.by === "" && !counts?.by_tokens ? null : <SelectFilter label="Written" options={BY} {...filter("by")} />}
      {values.pictures === "" ? null : <SelectFilter label="Images" options={PICTURES} {...filter("pictures")} />}
      <div className="posts-order">
        <SelectFilter label="Order" options={ORDERS} {...filter("sort")} />
      </div>
    </>
  );
}

const posts = (count: number) => (count === 1 ? "post" : "posts");
const sure = (count: number, does: string) =>
  `Are you sure you want to ${does} ${count === 1 ? "this post" : `these ${count} posts`}?`;

/** The question before an action on posts (for deleting: specification, section 8). */
function questionOf(action: BulkAction, count: number): Question {
  switch (action) {
    case "delete":
      return {
        title: `Delete ${posts(count)}`,
        text: `${sure(count, "delete")} ${inTrash(count)}`,
        action: "Delete",
        tone: "danger",
      };
    case "publish":
      return {
        title: `Publish ${posts(count)}`,
        text: `${sure(count, "publish")} They get the current date. Posts that are already published stay as they are.`,
        action: "Publish",
      };
    case "archive":
      return {
        title: `Archive ${posts(count)}`,
        text: `${sure(count, "archive")} Readers can no longer open them.`,
        action: "Archive",
      };
    case "draft":
      return {
        title: count === 1 ? "Turn into a draft" : "Turn into drafts",
        text: `${sure(count, "withdraw")} Readers can no longer open them.`,
        action: "Turn into draft",
      };
  }
}

/** An unfinished post has no trash. */
const DISCARD: Question = {
  title: "Delete post",
  text: `${sure(1, "delete")} This action cannot be undone.`,
  action: "Delete",
  tone: "danger",
};

const DONE: Record<BulkAction, string> = {
  publish: "published",
  archive: "archived",
  draft: "turned into drafts",
  delete: "deleted",
};

function doneText(action: BulkAction, { changed, unchanged }: { changed: number; unchanged: number }): string {
  if (changed === 1 && unchanged === 0 && action === "delete") return "Post deleted";
  const left = unchanged > 0 ? `, ${unchanged} unchanged` : "";
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
    failure: (message) => `Failed to ${verb} post: ${message}`,
    invalidates: CHANGED_POSTS,
  });
}

function usePostActions() {
  const confirm = useConfirm();
  const undo = useUndo();
  const deletion = useAdminMutation({
    call: deletePost,
    success: "Post deleted",
    undo: (_, id: string) => undo([{ kind: "post", id }]),
    failure: (message) => `Failed to delete post: ${message}`,
    invalidates: CHANGED_POSTS,
  });
  const discard = useAdminMutation({
    call: discardUnfinished,
    success: "Post deleted",
    failure: (message) => `Failed to delete post: ${message}`,
    invalidates: [unfinishedQuery().queryKey],
  });
  const updateOfMany = useChangeMany("update");
  const deletionOfMany = useChangeMany("delete");

  const { mutate: deleteOne } = deletion;
  const { mutate: discardOne } = discard;
  const remove = useCallback(
    async (post: AdminPostRow) => {
      const isForGood = isUnfinished(post);
      if (await confirm(isForGood ? DISCARD : questionOf("delete", 1))) (isForGood ? discardOne : deleteOne)(post.id);
    },
    [confirm, deleteOne, discardOne],
  );
  const change = async (ids: string[], action: BulkAction, then: () => void) => {
    if (!(await confirm(questionOf(action, ids.length)))) return;
    (action === "delete" ? deletionOfMany : updateOfMany).mutate({ ids, action }, { onSuccess: then });
  };
  return { remove, change, isBusy: deletion.isPending || updateOfMany.isPending || deletionOfMany.isPending };
}

const ACTIONS: { action: BulkAction; label: string; needs: Pick<Ability, "admits"> }[] = [
  { action: "publish", label: "Publish", needs: postPolicy.publish },
  { action: "archive", label: "Archive", needs: postPolicy.publish },
  { action: "draft", label: "Turn into draft", needs: postPolicy.publish },
  { action: "delete", label: "Delete", needs: postPolicy.delete },
];

type BulkActionsProps = { count: number; isBusy: boolean; onClear(): void; onAction(action: BulkAction): void };

function BulkActions({ count, isBusy, onClear, onAction }: BulkActionsProps) {
  const user = useOfficeUser();
  return (
    <BulkBar count={count} onClear={onClear}>
      {ACTIONS.filter(({ needs }) => needs.admits(user)).map(({ action, label }) => (
        <FocusKeepingButton key={action} className="small-button" isDisabled={isBusy} onClick={() => onAction(action)}>
          {label}
        </FocusKeepingButton>
      ))}
    </BulkBar>
  );
}

const create = (
  <Link className="button button-solid" to={adminRoutes.createPost()}>
    Create New Post
  </Link>
);

const idOf = ({ id }: AdminPostRow) => id;

export function Posts() {
  const list = useListState(DEFAULT_POST_FILTERS, askPosts);
  const withDrafts = useUnfinishedRows(list.values);
  const posts = useQuery({ ...postsQuery(list.values), select: withDrafts });
  const selection = useSelection(posts.data?.items, idOf);
  const { selected, clear } = selection;
  const { remove, change, isBusy } = usePostActions();
  const { newsletter } = useSite();
  const { mutate: openIssue } = useOpenPostIssue();
  const user = useOfficeUser();
  const [isOrdering, setOrdering] = useState(false);
  return (
    <ListScreen
      title="Posts"
      actions={
        <>
          {postPolicy.orderFeatured.admits(user) ? (
            <button type="button" className="button" onClick={() => setOrdering(true)}>
              <AdminIcon name="star" />
              Featured order
            </button>
          ) : null}
          {create}
        </>
      }
      list={list}
      query={posts}
      noun="posts"
      search={{ label: "Search posts", placeholder: "Search title or slug..." }}
      filters={<Filters list={list} counts={posts.data?.counts} languages={posts.data?.languages} isAnswered={posts.isFetched} />}
      savedAs="posts"
      empty={{ title: "No posts found", hint: "Write the first one.", action: create }}
      nothingFound={{ hint: "Try another search, or show all posts.", showAll: "Show all posts" }}
      className="posts-list"
      after={isOrdering ? <FeaturedOrder onClose={() => setOrdering(false)} /> : null}
    >
      {({ items }, table) => (
        <>
          <BulkActions
            count={selected.size}
            isBusy={isBusy}
            onClear={clear}
            onAction={(action) => void change([...selected], action, clear)}
          />
          <PostsTable
            posts={items}
            table={table}
            selection={selection}
            onDelete={remove}
            onNewsletter={newsletter && newsletterPolicy.read.admits(user) ? openIssue : undefined}
            isHandedIn={list.values.handed_in !== ""}
          />
        </>
      )}
    </ListScreen>
  );
}
