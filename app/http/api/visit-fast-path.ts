import type { IncomingMessage, ServerResponse } from "node:http";
import { HIT_LIMITS } from "../../domain/analytics/hit-rules.ts";
import type { Deps } from "../env.ts";
import { type RequestInfo, requestInfo } from "../env.ts";
import { presentFailure } from "../errors.ts";
import type { Metrics } from "../middleware/metrics.ts";
import { VISITS_PATH, type VisitCollector, visitHeaders } from "./visits.ts";

/** Null if the sender disconnected before the end. */
const bodyOf = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => void parts.push(part));
    request.on("end", () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    request.on("error", () => resolve(null));
    request.on("close", () => resolve(null));
  });

/** A browser's hit has a length, and is short. */
function isOrdinaryHit({ method, url, headers }: IncomingMessage): boolean {
  if (method !== "POST" || url !== VISITS_PATH || headers["transfer-encoding"] !== undefined) return false;
  return Number(headers["content-length"] ?? Number.NaN) <= HIT_LIMITS.body;
}

/**
 * Ahead of any router: hits are most of a busy site's requests, and routing one took as long as counting it. Others go through the router
 * and get the same answer there.
 * @returns whether the request is being answered
 */
export function createVisitFastPath(taking: VisitCollector, { deps, observe }: { deps: Deps; observe: Metrics["observe"] }) {
  /** @returns the status; null if the sender has disconnected */
  const answer = async (c: RequestInfo, request: IncomingMessage, response: ServerResponse): Promise<number | null> => {
    try {
      const isOwnAddress = taking.admit(c);
      const body = await bodyOf(request);
      if (body === null) return null;
      const views = await taking.take(c, isOwnAddress, body);
      if (!views) {
        response.writeHead(204, visitHeaders(c)).end();
        return 204;
      }
      const json = JSON.stringify(views);
      response
        .writeHead(200, { "content-type": "application/json", "content-length": json.length, ...visitHeaders(c) })
        .end(json);
      return 200;
    } catch (error) {
      const { status, headers, body } = presentFailure(error, `POST ${VISITS_PATH}`, deps.context.log);
      const bytes = Buffer.from(JSON.stringify(body));
      const ofBody = { "content-type": "application/json", "content-length": bytes.length };
      response.writeHead(status, { ...ofBody, ...headers, ...visitHeaders(c) }).end(bytes);
      return status;
    }
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isOrdinaryHit(request)) return false;
    const started = performance.now();
    void answer(requestInfo(request, deps), request, response).then((status) => {
      if (status !== null) observe("POST", VISITS_PATH, status, performance.now() - started);
    });
    return true;
  };
}
