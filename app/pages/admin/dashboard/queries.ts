import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { body } from "../../../http/api/admin/client.ts";

/** Figures are fresh for five minutes, activity for two (specification, section 7); they come together, so two counts. */
const FRESH = 2 * 60_000;

/** Everything on the dashboard. It is renewed while somebody looks at it. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: ["admin", "dashboard"],
    queryFn: () => body(adminApi.dashboard.$get({ query: {} })),
    staleTime: FRESH,
    refetchInterval: FRESH,
  });
