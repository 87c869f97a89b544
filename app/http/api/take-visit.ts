import { z } from "@hono/zod-openapi";
import { createTally } from "../../domain/analytics/collecting/tallies.ts";
import { HIT_KINDS, HIT_LIMITS, type RawHit, READERS, VISIT_PAUSE_MS } from "../../domain/analytics/model.ts";
import { invalid } from "../../domain/errors.ts";
import { SESSION_ID } from "../../domain/reader-session-rules.ts";
import { ClosedError, HttpError, unsupportedMediaType } from "../errors.ts";
import { clientAddress, limitedAddress, SHARED_BY } from "../guards/limited-address.ts";
import { ownHosts, refuseForeign } from "../guards/same-origin.ts";
import { securityHeadersFor } from "../middleware/security-headers.ts";
import type { RequestInfo } from "../request-info.ts";
import { invalidInput } from "./error-responses.ts";

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of: ${values.join(", ")}`);
const text = (max: number) => z.string("must be a string").max(max, `must have at most ${max} characters`);
const number = (max: number, rule: string) => z.number(rule).min(0, rule).max(max, rule);
const VIEW_RULE = "must be a whole number, from 0 to 4294967295";

/** What a page tells of itself; everything else the server knows. */
export const visitBody = z.strictObject({
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

/** Where pages tell that they are read. */
export const VISITS_PATH = "/api/visits";

/** What a browser's `fetch` sends, and what its `sendBeacon` does with a text. */
const TYPES = /^(application\/json|text\/plain)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
/** A whole school may be behind one address. */
const PER_MINUTE = 3000;
const ADDRESSES = 20_000;
/** A hit's answer has nothing in it that a document's headers could guard. */
const NO_DOCUMENT = "image/png";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const headersFor = (siteUrl: string): Record<string, string> => ({
  ...Object.fromEntries(securityHeadersFor(siteUrl, NO_DOCUMENT)),
  "cache-control": "no-store",
});
let made: { siteUrl: string; headers: Record<string, string> } | undefined;
/** The headers of every answer to a hit; the same ones as long as the site's address is. */
export function visitHeaders(c: RequestInfo): Record<string, string> {
  const { url: siteUrl } = c.get("deps").settings.site();
  if (made?.siteUrl !== siteUrl) made = { siteUrl, headers: headersFor(siteUrl) };
  return made.headers;
}

/** What guards the taking of hits in one process, and takes them. */
export type VisitCollector = {
  /**
   * Lets one address tell of so many hits in a minute; the whole API's limit on writes would be too narrow here.
   * @returns whether the address is the sender's own, and not that of a proxy that nobody told us of
   * @throws HttpError 429, and 503 while the site is closed for maintenance
   */
  limit(c: RequestInfo): boolean;
  /** All that a hit may be refused for before its body is read. @returns as `limit`. @throws HttpError 403, 415, 429, 503 */
  admit(c: RequestInfo): boolean;
  /**
   * Takes a hit, and waits until it is kept.
   * @param isOwnAddress as `admit` found out
   * @param body its bytes, at most `HIT_LIMITS.body`
   * @throws DomainError invalid, with each field and its rule; unavailable when it couldn't be kept
   */
  take(c: RequestInfo, isOwnAddress: boolean, body: Uint8Array | ArrayBuffer): Promise<void>;
};

/** Sets up the guards; they count in this process alone. */
export function createVisitCollector(): VisitCollector {
  const hits = createTally({ windowMs: 60_000, keys: ADDRESSES });
  const limit = (c: RequestInfo): boolean => {
    if (c.get("deps").settings.get().maintenanceMode) throw new ClosedError();
    const from = limitedAddress(c);
    const most = from?.certain === false ? PER_MINUTE * SHARED_BY : PER_MINUTE;
    if (from && hits.add(from.key, Date.now()) > most) {
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
      const { title: _, ...told } = readHit(body);
      await c.get("deps").analytics.take({ ...told, ...circumstances(c, isOwnAddress) });
    },
  };
}

/** What the connection and the browser tell of a hit. */
export function circumstances(c: RequestInfo, isOwnAddress: boolean): Omit<RawHit, "kind" | "session" | "url"> {
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
    throw invalid("The request can't be read", [{ field: "body", rule: "must be valid JSON in UTF-8" }]);
  }
  const result = visitBody.safeParse(data);
  if (!result.success) throw invalidInput(result.error, "json", data);
  return result.data;
}
