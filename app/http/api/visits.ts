import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createTally } from "../../domain/analytics/collecting/tallies.ts";
import { HIT_LIMITS, type RawHit } from "../../domain/analytics/model.ts";
import { invalid } from "../../domain/errors.ts";
import type { AppEnv } from "../env.ts";
import { answerError, HttpError, unsupportedMediaType } from "../errors.ts";
import { allowedMethods } from "../middleware/allowed-methods.ts";
import { bodyLimit } from "../middleware/body-limit.ts";
import { clientAddress } from "../middleware/client-address.ts";
import { limitedAddress } from "../middleware/limited-address.ts";
import { ownHosts, sameOrigin } from "../middleware/same-origin.ts";
import { securityHeadersFor } from "../middleware/security-headers.ts";
import { refuseInvalid } from "./refusals.ts";
import { visitBody } from "./visit-shapes.ts";

/** What a browser's `fetch` sends, and what its `sendBeacon` does with a text. */
const TYPES = /^(application\/json|text\/plain)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
/** A whole school may be behind one address. */
const PER_MINUTE = 3000;
const ADDRESSES = 20_000;
/** A hit's answer has nothing in it that a document's headers could guard. */
const NO_DOCUMENT = "image/png";
/** One transparent dot. */
const DOT = new Uint8Array(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"));

const utf8 = new TextDecoder("utf-8", { fatal: true });

const limit = bodyLimit(HIT_LIMITS.body);

/** The limit on the body; one that says how long it is needn't be read to know, which is what every browser's does. */
const shortBody: MiddlewareHandler<AppEnv> = (c, next) => {
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  return length <= HIT_LIMITS.body && !c.req.header("transfer-encoding") ? next() : limit(c, next);
};

const typed: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!TYPES.test(c.req.header("content-type") ?? "")) throw unsupportedMediaType();
  return next();
};

const headersFor = (siteUrl: string): Record<string, string> => ({
  ...Object.fromEntries(securityHeadersFor(siteUrl, NO_DOCUMENT)),
  "cache-control": "no-store",
});
let made: { siteUrl: string; headers: Record<string, string> } | undefined;
/** The same for every hit as long as the site's address is. */
function headersOf(c: Context<AppEnv>): Record<string, string> {
  const { url: siteUrl } = c.get("deps").settings.site();
  if (made?.siteUrl !== siteUrl) made = { siteUrl, headers: headersFor(siteUrl) };
  return made.headers;
}

/** Lets one address tell of so many hits in a minute; the whole API's limit on writes would be too narrow here. */
function hitLimit(): MiddlewareHandler<AppEnv> {
  const hits = createTally({ windowMs: 60_000, keys: ADDRESSES });
  return (c, next) => {
    const from = limitedAddress(c);
    c.set("isOwnAddress", from?.certain ?? true);
    if (from?.certain && from.key && hits.add(from.key, Date.now()) > PER_MINUTE) {
      const message = "Too many requests. Please try again in a minute.";
      throw new HttpError(429, { code: "rate_limited", message }, { "retry-after": "60" });
    }
    return next();
  };
}

/** What the connection tells of a hit, behind `hitLimit`. */
function circumstances(c: Context<AppEnv>): Omit<RawHit, "kind" | "session" | "url"> {
  return {
    address: clientAddress(c),
    isOwnAddress: c.get("isOwnAddress"),
    userAgent: (c.req.header("user-agent") ?? "").slice(0, HIT_LIMITS.userAgent),
    headers: {
      acceptLanguage: c.req.header("accept-language") ?? null,
      fetchSite: c.req.header("sec-fetch-site") ?? null,
    },
    optsOut: c.req.header("dnt") === "1" || c.req.header("sec-gpc") === "1",
    ownHosts: ownHosts(c),
  };
}

async function readHit(c: Context<AppEnv>) {
  let data: unknown;
  try {
    data = JSON.parse(utf8.decode(await c.req.arrayBuffer()));
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw invalid("The request can't be read", [{ field: "body", rule: "must be valid JSON in UTF-8" }]);
  }
  const result = visitBody.safeParse(data);
  if (!result.success) {
    refuseInvalid({ ...result, target: "json", data } as Parameters<typeof refuseInvalid>[0], c);
    throw invalid("The request can't be read", [{ field: "body", rule: "must be a hit" }]);
  }
  return result.data;
}

/** The page that holds the dot, when a browser asks for it that doesn't run scripts; null for everybody else. */
function pageOfDot(c: Context<AppEnv>): string | null {
  const asksAsBrowser =
    c.req.header("sec-fetch-dest") === "image" &&
    c.req.header("sec-fetch-site") === "same-origin" &&
    /\bimage\//.test(c.req.header("accept") ?? "");
  const page = URL.parse(c.req.header("referer") ?? "");
  if (!asksAsBrowser || !page || !ownHosts(c).includes(page.host)) return null;
  return (page.pathname + page.search).slice(0, HIT_LIMITS.url);
}

/**
 * Where pages tell that they are read: `POST /api/visits`, answered once it is kept, and a dot for pages without JavaScript.
 * It stands before everything else, whose guards and log lines are made for fewer and dearer requests.
 * @param first what every request passes all the same
 */
export function visitRoutes(...first: MiddlewareHandler<AppEnv>[]) {
  const visits = new Hono<AppEnv>().onError((error, c) => {
    const answer = answerError(error, c);
    for (const [name, value] of Object.entries(headersOf(c))) answer.headers.set(name, value);
    return answer;
  });
  visits.use("/api/visits", ...first).use("/api/visits/*", ...first);
  visits.post("/api/visits", sameOrigin(), hitLimit(), typed, shortBody, async (c) => {
    const { title: _, ...told } = await readHit(c);
    await c.get("deps").analytics.take({ ...told, ...circumstances(c) });
    return c.body(null, 204, headersOf(c));
  });
  visits.get("/api/visits/pixel.gif", hitLimit(), async (c) => {
    const url = pageOfDot(c);
    // Whether it was counted or not is nothing that a reader should notice.
    if (url)
      await c
        .get("deps")
        .analytics.take({ kind: "view", session: null, url, ...circumstances(c) })
        .catch(() => {});
    return c.body(DOT, 200, { ...headersOf(c), "content-type": "image/gif" });
  });
  allowedMethods(visits);
  return visits;
}
