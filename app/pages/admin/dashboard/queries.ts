import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { FirstStep } from "../../../domain/dashboard/dashboard.ts";
import { body, unwrapEmpty } from "../../../http/api/admin/client.ts";

/** Figures count as fresh for five minutes, activity for two (specification, section 7). One request has both, so two applies. */
const FRESH = 2 * 60_000;

export const dashboardQuery = () =>
  queryOptions({
    queryKey: ["admin", "dashboard"],
    queryFn: () => body(adminApi.dashboard.$get({ query: {} })),
    staleTime: FRESH,
    refetchInterval: FRESH,
  });

export const dismissFirstStep = (step: FirstStep) =>
  unwrapEmpty(adminApi.dashboard["dismissed-steps"][":step"].$put({ param: { step }, query: {} }));
