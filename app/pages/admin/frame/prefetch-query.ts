import type { QueryFunctionContext } from "@tanstack/react-query";
import { adminApi, backgroundAdminApi } from "../../../browser/auth/admin-api.ts";
import { ApiError } from "../../../http/api/client.ts";

/** Whether the server refused the user: the session has ended, or the role has changed. */
const isRefused = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/**
 * How a list is asked for that may be asked for ahead of being opened, beside whatever somebody writes at that moment. As long
 * as it isn't in sight, a session that has ended is left at that; in sight, a dialog asks to sign in, and the rows come then.
 * Such a query is asked anew when it is opened after having failed (`retryOnMount`).
 * @param ask asks the API that it is given
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
