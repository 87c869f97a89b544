import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { BanTime } from "../../../../domain/comments/bans/ban-rules.ts";
import { body, query, unwrapEmpty } from "../../../../http/api/admin/client.ts";
import { prefetchQuery } from "../../frame/prefetch-query.ts";
import { CHANGED_COMMENTS } from "../queries.ts";

/** The queries that a ban, and what it hides, invalidates. */
export const CHANGED_BANS = [["admin", "comment-bans"], ...CHANGED_COMMENTS] as const;

export const BANS_AT_FIRST = { page: "1" };

export const bansQuery = ({ page }: typeof BANS_AT_FIRST) =>
  queryOptions({
    queryKey: ["admin", "comment-bans", { page }],
    queryFn: prefetchQuery((api) => body(api["comment-bans"].$get({ query: query({ page }) }))),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const askBans = (client: QueryClient, shown: typeof BANS_AT_FIRST) => client.prefetchQuery(bansQuery(shown));

export const createBan = (json: { user_id?: string; guest_id?: string; lasts: BanTime; reason: string; hide_days?: number }) =>
  body(adminApi["comment-bans"].$post({ json, query: {} }));

export const liftBan = (id: string) => unwrapEmpty(adminApi["comment-bans"][":id"].$delete({ param: { id }, query: {} }));
