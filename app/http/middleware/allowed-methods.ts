import type { Context, Hono, MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../errors.ts";

/** HEAD with GET, OPTIONS always. */
function methodsByPath(app: Hono<AppEnv>): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === "ALL") continue;
    const methods = paths.get(path) ?? new Set<string>();
    methods.add(method);
    if (method === "GET") methods.add("HEAD");
    paths.set(path, methods.add("OPTIONS"));
  }
  return paths;
}

/** 405 with Allow; OPTIONS with 204. Call it after all routes of `app` have been added. */
export function allowedMethods(app: Hono<AppEnv>): void {
  for (const [path, methods] of methodsByPath(app)) {
    const allow = [...methods].join(", ");
    app.all(path, (c) => answer(c, allow));
  }
}

function answer(c: Context<AppEnv>, allow: string): Response {
  if (c.req.method === "OPTIONS") return c.body(null, 204, { allow });
  throw new HttpError(405, { code: "method_not_allowed", message: `This URL takes ${allow}` }, { allow });
}

/**
 * Ahead of all routes: otherwise `/things/:id` would take the methods that `/things/all` doesn't, with the id "all".
 * @param app its routes may be added later
 */
export function fixedPaths(app: Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  let paths: Map<string, Set<string>> | undefined;
  return async (c, next) => {
    paths ??= methodsByPath(app);
    const methods = c.req.path.includes(":") ? undefined : paths.get(c.req.path);
    if (methods && (c.req.method === "OPTIONS" || !methods.has(c.req.method))) return answer(c, [...methods].join(", "));
    await next();
  };
}
