import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";

const FRESH = 60_000;

export const CHANGED_REDIRECTS = [
  ["admin", "redirects"],
  ["admin", "analytics", "missing"],
  ["admin", "audit"],
] as const;

export type RedirectsShown = { search: string; sort: string; page: string };

export const redirectsQuery = ({ search, sort, page }: RedirectsShown) =>
  queryOptions({
    queryKey: ["admin", "redirects", "list", { search, sort, page }],
    queryFn: () => body(adminApi.redirects.$get({ query: query({ search, sort, page }) })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

export const oldAddressesQuery = ({ search, page }: { search: string; page: string }) =>
  queryOptions({
    queryKey: ["admin", "redirects", "old", { search, page }],
    queryFn: () => body(adminApi["old-addresses"].$get({ query: query({ search, page }) })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

/** A path without a page, and where to redirect it. */
export type RedirectValues = { from_path: string; to_path: string };

export const createRedirect = (json: RedirectValues) => body(adminApi.redirects.$post({ json, query: {} }));

export const deleteRedirect = (id: string) => unwrapEmpty(adminApi.redirects[":id"].$delete({ param: { id }, query: {} }));
