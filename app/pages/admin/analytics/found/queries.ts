import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { body, query } from "../../../../http/api/admin/client.ts";
import type { AskedRange } from "../../charts/range.ts";

const FRESH = 2 * 60_000;
const kept = { placeholderData: keepPreviousData, staleTime: FRESH };

/** Which searches: all, or those that found nothing. */
export type Found = "any" | "none";

/** The days alone: searches and missing pages know neither source nor country. */
const daysOf = ({ range, from, to }: AskedRange) => ({ range, from, to });

export const readSearches = (asked: AskedRange, found: Found, limit: number) =>
  body(adminApi.analytics.searches.$get({ query: query({ ...daysOf(asked), found, limit }) }));
export const readMissing = (asked: AskedRange, limit: number) =>
  body(adminApi.analytics.missing.$get({ query: query({ ...daysOf(asked), limit }) }));

/** What readers searched for most. */
export const searchesQuery = (asked: AskedRange, found: Found, limit: number) =>
  queryOptions({
    queryKey: ["admin", "analytics", "searches", { ...daysOf(asked), found, limit }],
    queryFn: () => readSearches(asked, found, limit),
    ...kept,
  });

/** The addresses without a page that were asked for most. */
export const missingQuery = (asked: AskedRange, limit: number) =>
  queryOptions({
    queryKey: ["admin", "analytics", "missing", { ...daysOf(asked), limit }],
    queryFn: () => readMissing(asked, limit),
    ...kept,
  });
