import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { matchesEtag, preferredEncoding } from "../../platform/cache/representation.ts";
import { requestIdOf } from "../middleware/access-log.ts";
import { REVALIDATE } from "../middleware/cache-control.ts";
import type { Metrics } from "../middleware/metrics.ts";

/** What everybody reads alike: lists and articles, categories, tags, and what the site says of itself. */
const READS = /^\/api\/(?:posts(?:\/[a-z0-9-]+)?|categories|tags|site(?:\/home|\/about)?)(?:\?|$)/;
/** There is any number of searches. */
const SEARCH = /[?&]search=/;

/** How old the counters in a kept answer may be, in ms. Everything else is dropped when it changes. */
const TTL_MS = 10_000;
/** The most answers that are kept, and their most bytes. */
const ROOM = { max: 1000, maxSize: 16_000_000 };

/** An answer as it was sent, without the id of its request. */
type Kept = { status: number; headers: string[]; body: Buffer };
/** The answers to one address in one encoding: with the content, and to a client that has it already. */
type Answers = { etag: string; whole?: Kept; unchanged?: Kept };

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;
type KeepOptions = { newId(): string; observe: Metrics["observe"] };

const REQUEST_ID = "x-request-id";

const keyOf = (target: string, accept: string | null | undefined) => `${preferredEncoding(accept)} ${target}`;
const isRead = (target: string) => READS.test(target) && !SEARCH.test(target);

/** Whether the answer is the same for everybody. */
const isPublic = ({ status, headers }: Response) =>
  (status === 200 || status === 304) &&
  headers.get("cache-control") === REVALIDATE &&
  headers.has("etag") &&
  !headers.has("set-cookie");

/**
 * Keeps the API's answers to anonymous reads as they were sent, and sends them again without a router, until content changes.
 * Requests with a token, searches and everything that isn't a read go the whole way.
 * @param options `newId`: the id of a request that has none
 */
export function createKeptReads({ newId, observe }: KeepOptions) {
  const kept = new LRUCache<string, Answers>({
    ...ROOM,
    ttl: TTL_MS,
    sizeCalculation: ({ whole }) => 1000 + (whole?.body.length ?? 0),
  });
  let generation = 0;

  const keep = (key: string, response: Response, body: Buffer) => {
    const etag = (response.headers.get("etag") ?? "").replace(/^W\//, "");
    const headers = [...response.headers].filter(([name]) => name !== REQUEST_ID).flat();
    const before = kept.peek(key);
    const same = before?.etag === etag ? before : undefined;
    const form = { status: response.status, headers, body };
    // The age is that of the older one.
    kept.set(
      key,
      { ...same, etag, [response.status === 304 ? "unchanged" : "whole"]: form },
      { noUpdateTTL: same !== undefined },
    );
  };

  return {
    /** Answers like `next`, and keeps what may be sent again. */
    keeping<Rest extends unknown[]>(next: Fetch<Rest>): Fetch<Rest> {
      return async (request, ...rest) => {
        const target = request.url.slice(request.url.indexOf("/", 8));
        if (request.method !== "GET" || !isRead(target) || request.headers.has("authorization")) return next(request, ...rest);
        const begun = generation;
        const response = await next(request, ...rest);
        if (!isPublic(response)) return response;
        const body = Buffer.from(await response.arrayBuffer());
        if (begun === generation) keep(keyOf(target, request.headers.get("accept-encoding")), response, body);
        const { status, headers } = response;
        return new Response(status === 304 ? null : new Uint8Array(body), { status, headers });
      };
    },

    /** Answers from memory if it can. @returns whether it did */
    fastPath({ method, url = "", headers }: IncomingMessage, response: ServerResponse): boolean {
      if (method !== "GET" || !url.startsWith("/api/") || headers.authorization !== undefined) return false;
      const started = performance.now();
      const answers = kept.get(keyOf(url, headers["accept-encoding"] as string | undefined));
      if (!answers) return false;
      const known = headers["if-none-match"];
      const answer = matchesEtag(known, answers.etag) ? answers.unchanged : answers.whole;
      if (!answer) return false;
      response.writeHead(answer.status, [...answer.headers, REQUEST_ID, requestIdOf(headers[REQUEST_ID], newId)]);
      response.end(answer.status === 304 ? undefined : answer.body);
      observe("GET", "kept read", answer.status, performance.now() - started);
      return true;
    },

    /** Drops all answers, because content has changed; those that are being made now aren't kept. */
    forget(): void {
      generation += 1;
      kept.clear();
    },
  };
}
