import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body, query } from "../../../http/api/admin/client.ts";

/** The keys of everything about the media library. */
export const MEDIA_KEY = ["admin", "media"] as const;
const FRESH_MS = 60_000;
const PER_PAGE = 24;

/** Pictures whose name or alternative text contains `search`, the newest first. */
export const mediaQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, { search, page }],
    queryFn: () => body(adminApi.media.$get({ query: { ...query({ search, page, limit: PER_PAGE }), sort: "-created_at" } })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
