import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { pathWithin } from "../../base-path.ts";
import { analyticsPolicy } from "../../domain/analytics/analytics.policy.ts";
import { type ArticleViews, articleViews, viewsOfArticle } from "../../domain/analytics/collect/article-views.ts";
import { HIT_KINDS, HIT_LIMITS, type RawHit, READERS, VISIT_PAUSE_MS } from "../../domain/analytics/hit-rules.ts";
import { invalid } from "../../domain/errors.ts";
import { SESSION_ID } from "../../domain/reader-session-rules.ts";
import { type SharedTally, sharedTalliesOf } from "../../platform/shared-tallies.ts";
import type { AppEnv, RequestInfo } from "../env.ts";
import { answerError, ClosedError, HttpError, unsupportedMediaType } from "../errors.ts";
import { clientAddress, limitedAddress, SHARED_BY } from "../guards/limited-address.ts";
import { ownHosts, refuseForeign } from "../guards/same-origin.ts";
import { allowedMethods } from "../middleware/allowed-methods.ts";
import { bodyLimit } from "../middleware/body-limit.ts";
import { routesFor } from "../middleware/require.ts";
import { securityHeadersFor } from "../middleware/security-headers.ts";
import { invalidInput } from "./error-responses.ts";
import { done, ok, routesOf } from "./operation.ts";

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of: ${values.join(", ")}`);

const text = (max: number) => z.string("must be a string").max(max, `must have at most ${max} characters`);

const number = (max: number, rule: string) => z.number(rule).min(0, rule).max(max, rule);

const VIEW_RULE = "must be a whole number, from 0 to 4294967295";

/** The server knows everything else. */
const visitBody = z.strictObject({
  kind: oneOf(HIT_KINDS),
  session: z.string("must be a string").regex(SESSION_ID, "must be 32 lower-case hex characters"),
  url: text(HIT_LIMITS.url).regex(/^\/(?!\/)/, "must be a path of this site, with its query"),
  title: z.string("must be a string").optional(),
  referrer: z.string("must be a string").optional(),
  screen: z
    .string("must be a string")
    .regex(/^\d{1,5}x\d{1,5}$/, "must be width and height, as in 1920x1080")
    .optional(),
  timezone: text(HIT_LIMITS.timezone).optional(),
  who: oneOf(READERS).optional(),
  view: number(HIT_LIMITS.view, VIEW_RULE).int(VIEW_RULE).optional(),
  engaged: number(86_400, "must be seconds, from 0 to 86400").optional(),
  idle: number(VISIT_PAUSE_MS / 1000, "must be seconds, from 0 to 2100").optional(),
  scroll: number(100, "must be percent, from 0 to 100").optional(),
});

export const VISITS_PATH = "/api/visits";

/** The types that a browser's `fetch` and `sendBeacon` send. */
const TYPES = /^(application\/json|text\/plain)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** A whole school may be behind one IP address. */
const PER_MINUTE = 3000;

const ADDRESSES = 20_000;

/** An empty answer doesn't need the headers of documents. */
const NO_DOCUMENT = "image/png";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const headersFor = (siteUrl: string, hstsSubdomains?: boolean): Record<string, string> => ({
  ...Object.fromEntries(securityHeadersFor(siteUrl, NO_DOCUMENT, hstsSubdomains)),
  "cache-control": "no-store",
});

let made: { siteUrl: string; headers: Record<string, string> } | undefined;

/** Cached until the site's URL changes. */
export function visitHeaders(c: RequestInfo): Record<string, string> {
  const { settings, hstsSubdomains } = c.get("deps");
  const { url: siteUrl } = settings.site();
  if (made?.siteUrl !== siteUrl) made = { siteUrl, headers: headersFor(siteUrl, hstsSubdomains) };
  return made.headers;
}

export type VisitCollector = {
  /**
   * The API's general limit on writes would be too low for hits.
   * @returns whether the address is the sender's own and not an unknown proxy's
   * @throws HttpError 429; 503 during maintenance
   */
  limit(c: RequestInfo): boolean;
  /** Checks what can be checked before the body is read. @returns as `limit` @throws HttpError 403, 415, 429, 503 */
  admit(c: RequestInfo): boolean;
  /**
   * Waits until the hit is stored.
   * @param isOwnAddress the result of `admit`
   * @param body at most `HIT_LIMITS.body` bytes
   * @returns for a view of an article, whether or not it counted; null for other hits
   * @throws DomainError invalid; unavailable if it couldn't be stored
   */
  take(c: RequestInfo, isOwnAddress: boolean, body: Uint8Array | ArrayBuffer): Promise<ArticleViews | null>;
};

/** All processes count together; as no hit waits for the count, those that arrive during one statement may be too many. */
export function createVisitCollector(): VisitCollector {
  let tallies: { own: SharedTally; many: SharedTally } | undefined;
  const hitsOf = (c: RequestInfo, isOwn: boolean): SharedTally => {
    if (!tallies) {
      const all = sharedTalliesOf(c.get("deps").context.db);
      const limit = { windowMs: 60_000, keys: ADDRESSES };
      tallies = {
        own: all.open({ ...limit, bucket: "hits", points: PER_MINUTE }),
        many: all.open({ ...limit, bucket: "hits of many", points: PER_MINUTE * SHARED_BY }),
      };
    }
    return isOwn ? tallies.own : tallies.many;
  };
  const limit = (c: RequestInfo): boolean => {
    if (c.get("deps").settings.get().maintenanceMode) throw new ClosedError();
    const from = limitedAddress(c);
    const most = from?.certain === false ? PER_MINUTE * SHARED_BY : PER_MINUTE;
    if (from && hitsOf(c, from.certain).add(from.key, Date.now()) > most) {
      const message = "Too many requests. Please try again in a minute.";
      throw new HttpError(429, { code: "rate_limited", message }, { "retry-after": "60" });
    }
    return from?.certain ?? true;
  };
  return {
    limit,
    admit(c) {
      refuseForeign(c);
      const isOwnAddress = limit(c);
      if (!TYPES.test(c.req.header("content-type") ?? "")) throw unsupportedMediaType();
      return isOwnAddress;
    },
    async take(c, isOwnAddress, body) {
      const { title: _, ...hit } = readHit(body);
      const { analytics, context } = c.get("deps");
      await analytics.take({ ...hit, ...circumstances(c, isOwnAddress) });
      return hit.kind === "view" ? viewsOfArticle(context, hit.url) : null;
    },
  };
}

/** The connection and the headers say this. */
function circumstances(c: RequestInfo, isOwnAddress: boolean): Omit<RawHit, "kind" | "session" | "url"> {
  return {
    address: clientAddress(c),
    isOwnAddress,
    userAgent: (c.req.header("user-agent") ?? "").slice(0, HIT_LIMITS.userAgent),
    headers: {
      acceptLanguage: c.req.header("accept-language") ?? null,
      fetchSite: c.req.header("sec-fetch-site") ?? null,
    },
    optsOut: c.req.header("dnt") === "1" || c.req.header("sec-gpc") === "1",
    ownHosts: ownHosts(c),
  };
}

function readHit(body: Uint8Array | ArrayBuffer) {
  let data: unknown;
  try {
    data = JSON.parse(utf8.decode(body));
  } catch {
    throw invalid("The request can’t be read", [{ field: "body", rule: "must be valid JSON in UTF-8" }]);
  }
  const result = visitBody.safeParse(data);
  if (!result.success) throw invalidInput(result.error, "json", data);
  return result.data;
}

const example = {
  kind: "view" as const,
  session: "8c1f0d8c1f0d8c1f0d8c1f0d8c1f0d8c",
  url: "/story/mood-tracking-guide",
  view: 1,
};

/** Only describes the operation: its route is served ahead of all others. */
export function describeVisits(api: OpenAPIHono<AppEnv>): void {
  const route = routesOf("Views and visits")("post", VISITS_PATH, analyticsPolicy.record, {
    id: "recordVisit",
    scope: "public",
    summary: "Record a hit",
    description:
      "Reports that a page is being read: `view` when it opens, `alive` while it is read, `end` when the reader leaves. Answered once it " +
      "is stored; a view of an article with the views that it has now, of which a session adds one in 30 minutes. What isn’t counted (bots, " +
      "Do Not Track, Global Privacy Control) gets the same answer. Also takes the body as plain text, as `sendBeacon` sends it.",
    body: visitBody,
    example,
    answer: { ...ok(articleViews, "A view of an article was received"), ...done("It was received") },
  });
  api.openAPIRegistry.registerPath(route);
}

const PIXEL_PATH = `${VISITS_PATH}/pixel.gif`;

/** One transparent pixel. */
const DOT = new Uint8Array(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"));

/** Null unless a browser without JavaScript requests the pixel. */
function pageOfDot(c: Context<AppEnv>): string | null {
  const asksAsBrowser =
    c.req.header("sec-fetch-dest") === "image" &&
    c.req.header("sec-fetch-site") === "same-origin" &&
    /\bimage\//.test(c.req.header("accept") ?? "");
  const page = URL.parse(c.req.header("referer") ?? "");
  const path = page && pathWithin(page.pathname);
  if (!asksAsBrowser || !path || !ownHosts(c).includes(page.host)) return null;
  return (path + page.search).slice(0, HIT_LIMITS.url);
}

/**
 * `POST /api/visits`, and a pixel for readers without JavaScript. Mount them first: the guards and logs of other routes are made for fewer
 * requests. Most hits are answered even earlier (`visit-fast-path.ts`).
 * @param first middleware that hits need all the same
 */
export function visitRoutes(taking: VisitCollector, ...first: MiddlewareHandler<AppEnv>[]) {
  const visits = routesFor(analyticsPolicy.record).onError((error, c) => {
    const answer = answerError(error, c);
    for (const [name, value] of Object.entries(visitHeaders(c))) answer.headers.set(name, value);
    return answer;
  });
  const admit: MiddlewareHandler<AppEnv> = (c, next) => {
    c.set("isOwnAddress", taking.admit(c));
    return next();
  };
  visits.use(VISITS_PATH, ...first).use(`${VISITS_PATH}/*`, ...first);
  visits.post(VISITS_PATH, admit, bodyLimit(HIT_LIMITS.body), async (c) => {
    const views = await taking.take(c, c.get("isOwnAddress"), await c.req.arrayBuffer());
    return views ? c.json(views, 200, visitHeaders(c)) : c.body(null, 204, visitHeaders(c));
  });
  visits.get(PIXEL_PATH, async (c) => {
    const isOwnAddress = taking.limit(c);
    const url = pageOfDot(c);
    // Readers shouldn't notice whether the hit was counted.
    if (url)
      await c
        .get("deps")
        .analytics.take({ kind: "view", session: null, url, ...circumstances(c, isOwnAddress) })
        .catch(() => {});
    return c.body(DOT, 200, { ...visitHeaders(c), "content-type": "image/gif" });
  });
  allowedMethods(visits);
  return visits;
}
