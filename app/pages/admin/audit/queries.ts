import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body, query } from "../../../http/api/admin/client.ts";

/** What the log is narrowed to; empty texts narrow nothing. */
export type AuditFilter = { search: string; who: string; entity: string; action: string; from: string; to: string; page: string };

const ACTIVITY_FRESH = 2 * 60_000;

/** A page of the activity log. */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["admin", "audit", filter],
    queryFn: () => body(adminApi.audit.$get({ query: query(filter) as never })),
    placeholderData: keepPreviousData,
    staleTime: ACTIVITY_FRESH,
  });
