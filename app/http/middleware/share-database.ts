import type { MiddlewareHandler } from "hono";
import { asKind } from "../../platform/database/share-pool.ts";
import type { AppEnv } from "../env.ts";

/**
 * Lets requests share the connections to the database by kind, which is the first part of their path in the API (likes, posts, admin …): so
 * none takes them all when its tables are locked.
 */
export function shareDatabase(): MiddlewareHandler<AppEnv> {
  return (c, next) => asKind(c.req.path.split("/")[2] ?? "", next);
}
