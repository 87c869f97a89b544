import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { matchesEtag, preferredEncoding } from "../../platform/cache/representation.ts";
import { requestIdOf } from "../middleware/access-log.ts";
import { REVALIDATE } from "../middleware/cache-control.ts";
import type { Metrics } from "../middleware/metrics.ts";

/** What everybody reads alike. */
const READS =
  /^\/api\/(?:posts(?:\/[a-z0-9-]+)?|authors\/[a-z0-9-]+|categories|tags|site(?:\/home|\/about|\/privacy|\/stored-keys)?)(?:\?|$)/;
/** There is any number of searches. */
const SEARCH = /[?&]search=/;

/** Only counters get this old: everything else is dropped when it changes. */
const TTL_MS = 10_000;
const ROOM = { max: 1000, maxSize: 16_000_000 };

/**
 * Without the id of its request. The body's bytes are in a string, a character each: Node writes it together with the headers, which is
 * quicker.
 */
type Sent = { status: number; headers: string[]; body: string };
/** `whole` for a client without the content, `unchanged` for one that has it. `route`: as the router counts them. */
type Answers = { route: string; etag: string; whole?: Sent; unchanged?: Sent };

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;
type ReadCacheOptions = { newIds(count: number): string[]; observe: Metrics["observe"] };

/** Made at once: one by one, ids take a tenth of the time of an answer. */
const IDS = 256;

const REQUEST_ID = "x-request-id";

const keyOf = (target: string, accept: string | null | undefined) => `${preferredEncoding(accept)} ${target}`;
const routeOf = (target: string) => target.replace(/\?.*/, "").replace(/^\/api\/(posts|authors)\/.+/, "/api/$1/:slug");
const isRead = (target: string) => READS.test(target) && !SEARCH.test(target);

const isPublic = ({ status, headers }: Response) =>
  (status === 200 || status === 304) &&
  headers.get("cache-control") === REVALIDATE &&
  headers.has("etag") &&
  !headers.has("set-cookie");

function createIds(newIds: ReadCacheOptions["newIds"]): () => string {
  let ids: string[] = [];
  return () => {
    if (ids.length === 0) ids = newIds(IDS);
    return ids.pop() ?? "";
  };
}

/** Sends answers to anonymous reads again without a router, until content changes. Requests with a token and searches go the whole way. */
export function createReadCache({ newIds, observe }: ReadCacheOptions) {
  const newId = createIds(newIds);
  const cache = new LRUCache<string, Answers>({
    ...ROOM,
    ttl: TTL_MS,
    sizeCalculation: ({ whole }) => 1000 + (whole?.body.length ?? 0),
  });
  let generation = 0;

  const store = (key: string, route: string, response: Response, body: Buffer) => {
    const etag = (response.headers.get("etag") ?? "").replace(/^W\//, "");
    const headers = [...response.headers].filter(([name]) => name !== REQUEST_ID).flat();
    const before = cache.peek(key);
    const same = before?.etag === etag ? before : undefined;
    const form: Sent = { status: response.status, headers, body: body.toString("latin1") };
    // The age is that of the older one.
    cache.set(
      key,
      { ...same, route, etag, [response.status === 304 ? "unchanged" : "whole"]: form },
      { noUpdateTTL: same !== undefined },
    );
  };

  return {
    caching<Rest extends unknown[]>(next: Fetch<Rest>): Fetch<Rest> {
      return async (request, ...rest) => {
        const target = request.url.slice(request.url.indexOf("/", 8));
        if (request.method !== "GET" || !isRead(target) || request.headers.has("authorization")) return next(request, ...rest);
        const begun = generation;
        const response = await next(request, ...rest);
        if (!isPublic(response)) return response;
        const body = Buffer.from(await response.arrayBuffer());
        if (begun === generation) {
          const key = keyOf(target, request.headers.get("accept-encoding"));
          store(key, routeOf(target), response, body);
        }
        const { status, headers } = response;
        return new Response(status === 304 ? null : new Uint8Array(body), { status, headers });
      };
    },

    /** @returns whether it could answer from memory */
    fastPath({ method, url = "", headers }: IncomingMessage, response: ServerResponse): boolean {
      if (method !== "GET" || !url.startsWith("/api/") || headers.authorization !== undefined) return false;
      const started = performance.now();
      const answers = cache.get(keyOf(url, headers["accept-encoding"] as string | undefined));
      if (!answers) return false;
      const known = headers["if-none-match"];
      const answer = matchesEtag(known, answers.etag) ? answers.unchanged : answers.whole;
      if (!answer) return false;
      response.writeHead(answer.status, [...answer.headers, REQUEST_ID, requestIdOf(headers[REQUEST_ID], newId)]);
      if (answer.status === 304) response.end();
      else response.end(answer.body, "latin1");
      observe("GET", answers.route, answer.status, performance.now() - started);
      return true;
    },

    /** Answers that are being made now aren't cached. */
    forget(): void {
      generation += 1;
      cache.clear();
    },
  };
}
