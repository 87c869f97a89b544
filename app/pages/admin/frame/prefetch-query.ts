import type { QueryFunctionContext } from "@tanstack/react-query";
import { adminApi, backgroundAdminApi } from "../../../browser/auth/admin-api.ts";
import { ApiError } from "../../../http/api/client.ts";

/** Whether the server refused the user: the session has ended, or the role has changed. */
const isRefused = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/**
 * The query function of a list that can be prefetched while the user does something else. If the session has ended, a list that
 * isn't visible just fails, while a visible one opens the sign-in dialog and loads afterwards. A failed prefetch is repeated when
 * the list is opened (`retryOnMount`).
 * @param ask sends the request with the given client
 */
export const prefetchQuery =
  <Answer>(ask: (api: typeof adminApi) => Promise<Answer>) =>
  async ({ client, queryKey }: QueryFunctionContext): Promise<Answer> => {
    try {
      return await ask(backgroundAdminApi);
    } catch (error) {
      const isInSight = client.getQueryCache().find({ queryKey, exact: true })?.isActive();
      if (!isInSight || !isRefused(error)) throw error;
      return ask(adminApi);
    }
  };
