import { queryOptions } from "@tanstack/react-query";
import { FEATURED_LIMIT } from "../../../domain/posts/post-rules.ts";
import type { Api } from "../../../http/api/client.ts";
import { FRESH } from "../../data.ts";

/** The hero's texts and the profile card's figures. */
export const homeQuery = (api: Api) =>
  queryOptions({ queryKey: ["site", "home"], queryFn: () => api.home(), staleTime: FRESH.site });

/** The featured stories, newest first, filled with the newest of the others. */
export const featuredQuery = (api: Api) =>
  queryOptions({
    queryKey: ["posts", "featured"],
    queryFn: async () => (await api.posts.list({ featured: "first", limit: FEATURED_LIMIT })).posts,
    staleTime: FRESH.posts,
  });
