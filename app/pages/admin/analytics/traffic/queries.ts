import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { RuleKind } from "../../../../domain/analytics/hit-rules.ts";
import type { TrafficOptions } from "../../../../domain/analytics/traffic/traffic.ts";
import {
  QUARANTINE_REASONS,
  QUARANTINE_SEARCH_MAX,
  QUARANTINE_SEARCH_MIN,
  type QuarantineReason,
} from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { body, query, unwrapEmpty } from "../../../../http/api/admin/client.ts";

export const CHANGED_TRAFFIC = [
  ["admin", "analytics"],
  ["admin", "audit"],
] as const;

/** What the quarantine shows, as given in the URL; values that the API doesn't know are ignored. */
export type QuarantineFilters = { reason: string; search: string; page: string };

const isReason = (reason: string): reason is QuarantineReason => (QUARANTINE_REASONS as readonly string[]).includes(reason);

/** A page of the quarantine. A search that is too short is ignored. */
export const quarantineQuery = ({ reason, search, page }: QuarantineFilters) => {
  const term = search.trim().slice(0, QUARANTINE_SEARCH_MAX);
  const asked = {
    reason: isReason(reason) ? reason : undefined,
    search: [...term].length >= QUARANTINE_SEARCH_MIN ? term : undefined,
    page: Math.max(1, Math.trunc(Number(page)) || 1),
  };
  return queryOptions({
    queryKey: ["admin", "analytics", "rejected", asked],
    queryFn: () => body(adminApi.analytics.rejected.$get({ query: query(asked) as { page: string; reason?: QuarantineReason } })),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
};

export const rulesQuery = () =>
  queryOptions({
    queryKey: ["admin", "analytics", "rules"],
    queryFn: () => body(adminApi.analytics.rules.$get({ query: {} })),
    staleTime: 60_000,
  });

export const optionsQuery = () =>
  queryOptions({
    queryKey: ["admin", "analytics", "options"],
    queryFn: () => body(adminApi.analytics.options.$get({ query: {} })),
    staleTime: 60_000,
  });

export type Release = { ids: string[]; allow?: "user_agent" | "network" };
export type Block = { ids: string[]; by: RuleKind };
export type RuleValues = { kind: RuleKind; value: string; verdict: "allow" | "block" };

export const releaseHits = (json: Release) => body(adminApi.analytics.rejected.release.$post({ json, query: {} }));

export const blockHits = (json: Block) => body(adminApi.analytics.rejected.block.$post({ json, query: {} }));

export const addRule = (json: RuleValues) => body(adminApi.analytics.rules.$post({ json, query: {} }));

export const deleteRule = (id: string) => unwrapEmpty(adminApi.analytics.rules[":id"].$delete({ param: { id }, query: {} }));

export const saveOptions = (json: TrafficOptions) => body(adminApi.analytics.options.$put({ json, query: {} }));
