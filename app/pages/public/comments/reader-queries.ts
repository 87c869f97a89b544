import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { readerApi } from "../../../browser/auth/reader-api.ts";
import { ApiError, body, unwrapEmpty } from "../../../http/api/client.ts";
import { fill, isEnglish, locale } from "../../../texts/texts.ts";
import { texts } from "./form-texts.ts";

/** @param end ISO 8601; for good without one */
function banText(end: string | undefined): string {
  if (end === undefined) return texts.banned;
  // In the reader's own time zone.
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeStyle: "short" });
  return fill(texts.bannedUntil, { end: format.format(new Date(end)) });
}

/** Messages that readers can understand. `signedOut`: the session has ended. */
export function failureOf(error: unknown): { message: string; signedOut: boolean } {
  if (!(error instanceof ApiError)) return { message: texts.failed, signedOut: false };
  if (error.code === "user_banned") return { message: texts.deactivated, signedOut: false };
  if (error.code === "user_not_found") return { message: texts.deleted, signedOut: false };
  if (error.code === "comment_ban") return { message: banText(error.details?.[0]?.rule), signedOut: false };
  if (error.status === 401) return { message: texts.signedOut, signedOut: true };
  if (!isEnglish())
    return { message: texts.failures[error.code as keyof typeof texts.failures] ?? texts.failed, signedOut: false };
  return { message: error.details?.[0]?.rule ?? (error.status < 500 ? error.message : texts.failed), signedOut: false };
}

/** Data of one account isn't cached, so a sign-out leaves none of it behind. */
const KEY = ["account", "comments"] as const;

export const ownThreadQuery = (slug: string) =>
  queryOptions({
    queryKey: [...KEY, slug],
    queryFn: () => body(readerApi.posts[":slug"].comments.own.$get({ param: { slug }, query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

type Written = { content: string; website: string; ticket: string; reply_to: string | null };

export const addComment = (slug: string, json: Written) =>
  body(readerApi.posts[":slug"].comments.$post({ param: { slug }, json, query: {} }));

export const editComment = (id: string, content: string) =>
  body(readerApi.comments[":id"].$patch({ param: { id }, json: { content }, query: {} }));

export const deleteComment = (id: string) => unwrapEmpty(readerApi.comments[":id"].$delete({ param: { id }, query: {} }));

export const reportComment = (id: string, reason: string) =>
  unwrapEmpty(readerApi.comments[":id"].report.$post({ param: { id }, json: { reason }, query: {} }));

export const followThread = (slug: string, following: boolean) =>
  body(readerApi.posts[":slug"].comments.following.$put({ param: { slug }, json: { following }, query: {} }));

export function useRefreshThread(slug: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["comments", slug] }),
      queryClient.invalidateQueries({ queryKey: [...KEY, slug] }),
    ]);
}
