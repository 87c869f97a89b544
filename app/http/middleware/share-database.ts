import type { MiddlewareHandler } from "hono";
import { asKind } from "../../platform/database/share-pool.ts";
import type { AppEnv } from "../env.ts";

/** The first part of the API's path is the kind (likes, posts …). None takes all connections when its tables are locked. */
export function shareDatabase(): MiddlewareHandler<AppEnv> {
  return (c, next) => asKind(c.req.path.split("/")[2] ?? "", next);
}
