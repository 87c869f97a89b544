import type { MiddlewareHandler } from "hono";
import { asKind } from "../../platform/database/share-pool.ts";
import type { AppEnv } from "../env.ts";

/** By kind, the first part of the API's path (likes, posts, admin …): none takes all connections when its tables are locked. */
export function shareDatabase(): MiddlewareHandler<AppEnv> {
  return (c, next) => asKind(c.req.path.split("/")[2] ?? "", next);
}
