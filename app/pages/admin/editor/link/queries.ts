import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { body, query } from "../../../../http/api/admin/client.ts";

const SHOWN = 6;
const FRESH = 60_000;

/** Posts whose title or slug holds the words, to be linked to. */
export const postsFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ["admin", "editor", "link", search],
    queryFn: async () => (await body(adminApi.posts.$get({ query: query({ search, limit: SHOWN }) }))).items,
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });
