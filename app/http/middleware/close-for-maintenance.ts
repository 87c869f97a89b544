import type { Context, MiddlewareHandler } from "hono";
import { authenticateToken } from "../../domain/auth/access-tokens.ts";
import { acceptsPass, PASS_SECONDS } from "../../domain/auth/browser-tokens.ts";
import { DomainError } from "../../domain/errors.ts";
import { settingsPolicy } from "../../domain/settings/settings.policy.ts";
import type { AppEnv } from "../env.ts";
import { CLOSED, ClosedError } from "../errors.ts";
import { ownCookie, setOwnCookie } from "../own-cookies.ts";
import { bearerToken } from "./require.ts";

/** Shows the team the site while it is closed. */
const PASS_COOKIE = "site_pass";
/** No cache may store what the team sees while the site is closed. */
export const ADMINS_ONLY = { "cache-control": "private, no-store" };

const FILES =
  /^(\/author\/[^/]+)?\/(feed\.xml|atom\.xml|feed\.json)$|^\/(sitemap(-\d+)?\.xml|llms\.txt|social\.png)$|^\/(category|tag|social)\/|^\/story\/.*\.md$/;
const API =
  /^\/api\/(posts|authors|categories|tags|comments|likes|views|newsletter|site\/(home|about|privacy|stored-keys))(\/|$)/;

export const setPassCookie = (c: Context<AppEnv>, pass: string): void => setOwnCookie(c, PASS_COOKIE, pass, PASS_SECONDS);

/** An access token or the pass in a cookie shows that it's one of the team. */
export async function isAdmitted(c: Context<AppEnv>): Promise<boolean> {
  const { context } = c.var.deps;
  const token = bearerToken(c);
  if (token !== undefined) {
    const actor = await authenticateToken(context, token).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
    if (settingsPolicy.enterClosedSite.admits(actor)) return true;
  }
  const pass = ownCookie(c, PASS_COOKIE);
  return pass !== undefined && (await acceptsPass(context, pass));
}

/** Feeds and files answer with a plain 503, the API with its error. The team gets in. Pages close themselves (`pages/pages.ts`). */
export function closeForMaintenance(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { path } = c.req;
    const isFile = FILES.test(path);
    if (!c.var.deps.settings.get().maintenanceMode || !(isFile || API.test(path))) return next();
    if (!(await isAdmitted(c))) {
      const closed = new ClosedError();
      if (!isFile) throw closed;
      return c.text(`${CLOSED.message}\n`, 503, { ...closed.headers, "cache-control": "no-store" });
    }
    await next();
    for (const [name, value] of Object.entries(ADMINS_ONLY)) c.res.headers.set(name, value);
  };
}
