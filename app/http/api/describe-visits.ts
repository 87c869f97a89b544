import type { OpenAPIHono } from "@hono/zod-openapi";
import { viewPolicy } from "../../domain/views/view.policy.ts";
import type { AppEnv } from "../env.ts";
import { errorResponses, WRITE_REFUSALS } from "./error-responses.ts";
import { operation } from "./operation.ts";
import { jsonBody } from "./resource.ts";
import { VISITS_PATH } from "./take-visit.ts";
import { visitBody } from "./visit-shapes.ts";

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
