import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../http/api/client.ts";

/** A conversation goes on while it is read, in ms. */
const FRESH_MS = 60_000;

/** The first page of an article's comments. */
export const commentsQuery = (api: Api, slug: string) =>
  queryOptions({ queryKey: ["comments", slug], queryFn: () => api.posts.comments(slug), staleTime: FRESH_MS });
