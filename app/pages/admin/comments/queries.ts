import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { BulkAction, CommentStatus, CommentView } from "../../../domain/comments/comment-rules.ts";
import type { LookedAtView } from "../../../domain/comments/filter/filter-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { prefetchQuery } from "../frame/prefetch-query.ts";

/** In ms (specification, section 7). */
const FRESH = 60_000;

/** The queries that a change invalidates: the list, counts of comments, and what readers see. */
export const CHANGED_COMMENTS = [
  ["admin", "comments"],
  ["admin", "trash"],
  ["admin", "dashboard"],
  ["admin", "posts"],
  ["admin", "users"],
  ["comments"],
  ["posts"],
] as const;

export type CommentsShown = { search: string; status: string; sort: string; page: string };
export const COMMENTS_AT_FIRST: CommentsShown = { search: "", status: "", sort: "-created_at", page: "1" };

/** The server validates the values of the URL. */
type CommentsQuery = { search?: string; status?: CommentView; sort?: "created_at"; page?: string };

export const commentsQuery = ({ search, status, sort, page }: CommentsShown) =>
  queryOptions({
    queryKey: ["admin", "comments", "list", { search, status, sort, page }],
    queryFn: prefetchQuery((api) => body(api.comments.$get({ query: query({ search, status, sort, page }) as CommentsQuery }))),
    staleTime: FRESH,
    retryOnMount: true,
    placeholderData: keepPreviousData,
  });

export const askComments = (client: QueryClient, shown: CommentsShown) => client.prefetchQuery(commentsQuery(shown));

/** The new status of a comment; a field that is absent stays as it is. */
export type ModerationState = { status?: CommentStatus; is_spam?: boolean };

export const moderate = ({ id, ...state }: ModerationState & { id: string }) =>
  body(adminApi.comments[":id"].$patch({ param: { id }, json: state, query: {} }));

export const sendReply = ({ id, content }: { id: string; content: string }) =>
  body(adminApi.comments[":id"].replies.$post({ param: { id }, json: { content }, query: {} }));

export const removeComment = (id: string) => unwrapEmpty(adminApi.comments[":id"].$delete({ param: { id }, query: {} }));

/** The comments of a bulk action: some by their ids, or all that match a filter. */
export type Chosen = { ids: string[] } | { filter: ChosenFilter };

/** `alike`: the id of a comment; of those that match, it and those alike. */
type ChosenFilter = Pick<CommentsShown, "search" | "status"> & { alike?: string };

const filterOf = ({ search, status, alike }: ChosenFilter) => ({
  ...(search && { search }),
  ...(status && { status: status as CommentView }),
  ...(alike && { alike }),
});

export const moderateMany = ({ chosen, action }: { chosen: Chosen; action: BulkAction }) => {
  const which = "ids" in chosen ? { ids: chosen.ids } : { filter: filterOf(chosen.filter) };
  return body(adminApi.comments.bulk.$post({ json: { ...which, action }, query: {} }));
};

export const undoDecision = (id: string) => body(adminApi.comments.decisions[":id"].undo.$post({ param: { id }, query: {} }));

export const STATE_OF_FILTER = ["admin", "comments", "filter"] as const;

/** How much the spam filter has learned, and how far it is in looking again. */
export const filterQuery = queryOptions({
  queryKey: STATE_OF_FILTER,
  queryFn: () => body(adminApi.comments.filter.$get({ query: {} })),
  staleTime: 0,
});

const EFFECT_OF_FILTER = ["admin", "filter-effect"] as const;

export const filterEffectQuery = queryOptions({
  queryKey: EFFECT_OF_FILTER,
  queryFn: () => body(adminApi.comments.filter.effect.$get({ query: {} })),
  staleTime: 0,
});

/** The queries about what the filter has learned. */
export const LESSONS = [STATE_OF_FILTER, EFFECT_OF_FILTER] as const;

export const lookAgain = (view: LookedAtView) => body(adminApi.comments.filter.looks.$post({ json: { view }, query: {} }));

export const resetFilter = () => unwrapEmpty(adminApi.comments.filter.$delete({ query: {} }));
