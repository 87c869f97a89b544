import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { NavigationSave } from "../../../domain/navigation/navigation.ts";
import { body } from "../../../http/api/admin/client.ts";

/** The navigation as it is stored now. It is never fresh, so that admins see what others have saved. */
export const navigationQuery = queryOptions({
  queryKey: ["admin", "navigation"],
  queryFn: () => body(adminApi.navigation.$get({ query: {} })),
  staleTime: 0,
});

/** @throws ApiError with the code `stale_version` when someone else has saved since */
export const saveNavigation = (json: NavigationSave) => body(adminApi.navigation.$put({ json, query: {} }));
