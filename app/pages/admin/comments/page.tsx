import { useQuery } from "@tanstack/react-query";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { CommentList } from "./comment-list.tsx";
import { CommentsToolbar } from "./comments-toolbar.tsx";
import { KeyHints } from "./key-hints.tsx";
import { askComments, COMMENTS_AT_FIRST, commentsQuery } from "./queries.ts";

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
