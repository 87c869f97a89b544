import type { MiddlewareHandler } from "hono";
import { isDatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { answerDocument } from "../answer-document.ts";
import type { AppEnv } from "../env.ts";
import { RETRY_AFTER } from "../errors.ts";
import { documentKey } from "../last-documents.ts";

/** Made from the database. */
const DOCUMENTS = /^\/(feed\.xml|atom\.xml|feed\.json|sitemap(-\d+)?\.xml|llms\.txt)$|^\/(category|tag)\/|^\/story\/.*\.md$/;

/**
 * While the database is away: as the document was sent last, marked as stale, or else with a plain 503, because the programs that read it
 * don't read the API's errors.
 */
export function keepDocuments(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const { path } = c.req;
    if (!c.error || !isDatabaseUnavailable(c.error) || !DOCUMENTS.test(path)) return;
    const last = c.var.lastDocuments.get(documentKey(c.req));
    c.res = undefined;
    if (!last) {
      c.res = c.text("This can’t be created right now. Please try again shortly.\n", 503, {
        "retry-after": RETRY_AFTER,
        "cache-control": "no-store",
      });
      return;
    }
    const { outage, context } = c.var.deps;
    outage?.countStale();
    c.res = await answerDocument(c, { ...last.document, cacheControl: "no-store" });
    c.res.headers.set("age", String(Math.floor((context.clock.now().getTime() - last.at) / 1000)));
    c.res.headers.set("warning", '110 - "Response is Stale"');
  };
}
