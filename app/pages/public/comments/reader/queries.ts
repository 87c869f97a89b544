import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { readerApi } from "../../../../browser/auth/reader-api.ts";
import { body, unwrapEmpty } from "../../../../http/api/client.ts";

/** What belongs to one person: gone with them. */
const KEY = ["account", "comments"] as const;

/** The reader's own part in an article's conversation. */
export const ownThreadQuery = (slug: string) =>
  queryOptions({
    queryKey: [...KEY, slug],
    queryFn: () => body(readerApi.posts[":slug"].comments.own.$get({ param: { slug }, query: {} })),
    staleTime: 0,
    gcTime: 0,
  });

/** A comment as the form sends it. */
type Written = { content: string; website: string; ticket: string; reply_to: string | null };

export const addComment = (slug: string, json: Written) =>
  body(readerApi.posts[":slug"].comments.$post({ param: { slug }, json, query: {} }));

export const editComment = (id: string, content: string) =>
  body(readerApi.comments[":id"].$patch({ param: { id }, json: { content }, query: {} }));

export const deleteComment = (id: string) => unwrapEmpty(readerApi.comments[":id"].$delete({ param: { id }, query: {} }));

export const reportComment = (id: string, reason: string) =>
  unwrapEmpty(readerApi.comments[":id"].report.$post({ param: { id }, json: { reason }, query: {} }));

/** Reads the conversation anew, for everybody's part and for one's own, after it was changed. */
export function useChanged(slug: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["comments", slug] }),
      queryClient.invalidateQueries({ queryKey: [...KEY, slug] }),
    ]);
}
