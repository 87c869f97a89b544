import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { HIT_LIMITS } from "../../domain/analytics/model.ts";
import { viewPolicy } from "../../domain/views/view.policy.ts";
import type { AppEnv } from "../env.ts";
import { answerError } from "../errors.ts";
import { ownHosts } from "../guards/same-origin.ts";
import { allowedMethods } from "../middleware/allowed-methods.ts";
import { bodyLimit } from "../middleware/body-limit.ts";
import { routesFor } from "../middleware/require.ts";
import { errorResponses, WRITE_REFUSALS } from "./error-responses.ts";
import { operation } from "./operation.ts";
import { jsonBody } from "./resource.ts";
import { circumstances, VISITS_PATH, type VisitCollector, visitBody, visitHeaders } from "./take-visit.ts";

const example = {
  kind: "view" as const,
  session: "8c1f0d8c1f0d8c1f0d8c1f0d8c1f0d8c",
  url: "/story/mood-tracking-guide",
  view: 1,
};

/** Adds the operation by which pages report their views to the API's document. Its route is served ahead of all others. */
export function describeVisits(api: OpenAPIHono<AppEnv>): void {
  api.openAPIRegistry.registerPath({
    operationId: "recordVisit",
    ...operation("Views and visits", viewPolicy.record),
    method: "post",
    path: VISITS_PATH,
    summary: "Record a hit",
    description:
      "Reports that a page is being read: `view` when it opens, `alive` while it is read, `end` when the reader leaves. Answered once it " +
      "is stored. What isn't counted (bots, Do Not Track, Global Privacy Control) gets the same answer. Also takes the body as plain text, " +
      "as `sendBeacon` sends it.",
    request: { body: jsonBody(visitBody, example) },
    responses: { 204: { description: "It was received" }, ...errorResponses(404, ...WRITE_REFUSALS) },
  });
}

const PIXEL_PATH = `${VISITS_PATH}/pixel.gif`;
/** One transparent dot. */
const DOT = new Uint8Array(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"));

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
 * It stands before everything else, whose guards and log lines are made for fewer and dearer requests; what browsers send
 * is answered even before (`visit-lane.ts`), in the same words.
 * @param first what every request passes all the same
 */
export function visitRoutes(taking: VisitCollector, ...first: MiddlewareHandler<AppEnv>[]) {
  const visits = routesFor(viewPolicy.record).onError((error, c) => {
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
    await taking.take(c, c.get("isOwnAddress"), await c.req.arrayBuffer());
    return c.body(null, 204, visitHeaders(c));
  });
  visits.get(PIXEL_PATH, async (c) => {
    const isOwnAddress = taking.limit(c);
    const url = pageOfDot(c);
    // Whether it was counted or not is nothing that a reader should notice.
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
