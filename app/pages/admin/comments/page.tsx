import { useQuery } from "@tanstack/react-query";
import type { CommentCounts } from "../../../domain/comments/comment.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { FilterChips } from "../frame/filter-chips.tsx";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { CommentList } from "./comment-list.tsx";
import { askComments, COMMENTS_AT_FIRST, type CommentsShown, commentsQuery } from "./queries.ts";

const ORDERS = [
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
];

type CommentsToolbarProps = {
  values: CommentsShown;
  set(patch: Partial<CommentsShown>): void;
  counts: CommentCounts | undefined;
};

/** What narrows the list. */
function CommentsToolbar({ values, set, counts }: CommentsToolbarProps) {
  const views = [
    { value: "", label: "All", count: counts?.all },
    { value: "pending", label: "Pending", count: counts?.pending },
    { value: "approved", label: "Approved", count: counts?.approved },
    { value: "rejected", label: "Rejected", count: counts?.rejected },
    { value: "spam", label: "Spam", count: counts?.spam },
    { value: "reported", label: "Reported", count: counts?.reported },
  ];
  return (
    <Toolbar>
      <SearchBox
        label="Search comments"
        placeholder="Search text, author or article..."
        value={values.search}
        onChange={(search) => set({ search })}
      />
      <FilterChips label="Status" options={views} value={values.status} onChange={(status) => set({ status })} />
      <SelectFilter label="Order" options={ORDERS} value={values.sort} onChange={(sort) => set({ sort })} />
    </Toolbar>
  );
}

const KEYS = [
  ["j", "next"],
  ["k", "previous"],
  ["a", "approve"],
  ["r", "reject"],
  ["s", "spam"],
  ["c", "reply"],
  ["d", "delete"],
] as const;

/** The keys that moderate, for who has any. */
function KeyHints() {
  return (
    <p className="key-hints">
      {KEYS.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

/** What readers say, to be decided on. */
export function Comments() {
  const { values, set, href, ahead, reset } = useListState(COMMENTS_AT_FIRST, askComments);
  const comments = useQuery(commentsQuery(values));
  const { search, status } = values;
  const isNarrowed = search !== "" || status !== "";
  const empty = isNarrowed ? (
    <NothingFound
      title="No comments found"
      hint="Try other words, or show all comments."
      showAll="Show all comments"
      onShowAll={reset}
    />
  ) : (
    <EmptyState title="No comments found" hint="They appear here as soon as readers write some." />
  );
  return (
    <AdminPage title="Comments">
      <CommentsToolbar values={values} set={set} counts={comments.data?.counts} />
      <QueryView query={comments} noun="comments" isEmpty={({ items }) => items.length === 0} empty={empty}>
        {(page) => (
          <>
            <KeyHints />
            <CommentList page={page} search={search} status={status} busy={comments.isPlaceholderData} />
            <Pager {...page} noun="comments" href={href} ahead={ahead} />
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
