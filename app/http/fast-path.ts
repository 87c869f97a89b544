import type { IncomingMessage, ServerResponse } from "node:http";
import { asksForOther } from "../domain/redirects/follow-redirects.ts";
import { preferredEncoding } from "../platform/cache/representation.ts";
import { keepsOwnLook, UNKNOWN_ADDRESS } from "./pages/key.ts";
import { createRecompression } from "./pages/recompress-pages.ts";
import { negotiate, type ServedPage } from "./pages/serve.ts";

export type FastPathOptions = {
  /** the path that a URL's page is cached under */
  pageAddress(url: URL): string;
  /** a cached page by its path */
  cachedPage(address: string, ownLook: boolean): ServedPage | undefined;
  /** a built file */
  file(path: string): ServedPage | undefined;
  securityHeaders(contentType: string | undefined): readonly (readonly [name: string, value: string])[];
  /** counts the answer */
  observe(method: string, kind: "page" | "file", status: number, milliseconds: number): void;
};

/**
 * What is sent for a page in one encoding, prepared once. `text`: the bytes of the body, a character each, once it is asked for often: Node
 * writes such a body together with its head, which is quicker than a buffer after it.
 */
type Prepared = { status: number; headers: string[]; body: Buffer; requests: number; text?: string };

/** After so many requests a page counts as asked for often. */
const OFTEN = 50;
/** Longer bodies stay bytes: their head is a small part of the work. */
const TEXT_MAX = 256_000;

/** Prepares answers once for each page and encoding. */
function createPreparation(securityHeaders: FastPathOptions["securityHeaders"]) {
  const prepared = new WeakMap<ServedPage, Map<string, Prepared>>();
  const recompress = createRecompression();

  const headersOf = (served: ServedPage, headers: Record<string, string>): string[] =>
    // A page's own header replaces the general one, because browsers would apply both content policies.
    Object.entries({ ...Object.fromEntries(securityHeaders(served.headers["content-type"])), ...headers }).flat();

  const prepare = (served: ServedPage, kind: "page" | "file", accept: string): Prepared => {
    const forms = prepared.get(served) ?? new Map<string, Prepared>();
    prepared.set(served, forms);
    const encoding = preferredEncoding(accept);
    let found = forms.get(encoding);
    if (!found) {
      const { status, headers, body } = negotiate(served, accept, null);
      found = { status, headers: headersOf(served, headers), body: body ?? Buffer.alloc(0), requests: 0 };
      forms.set(encoding, found);
    }
    found.requests += 1;
    // Files were compressed by the build.
    if (found.requests === OFTEN && kind === "page" && encoding === "br") recompress(served, () => forms.delete(encoding));
    return found;
  };
  return { headersOf, prepare };
}

/** Sends what is prepared for a page. */
function send(response: ServerResponse, ready: Prepared, isHead: boolean): void {
  response.writeHead(ready.status, ready.headers);
  if (isHead) return void response.end();
  if (ready.requests >= OFTEN && ready.body.length <= TEXT_MAX) ready.text ??= ready.body.toString("latin1");
  if (ready.text === undefined) response.end(ready.body);
  else response.end(ready.text, "latin1");
}

/**
 * Answers cached pages and built files straight from Node's request, ahead of any router: they are most of a blog's traffic. Other
 * requests go through the router and get the same bytes there.
 * @returns whether the request was answered
 */
export function createFastPath({ pageAddress, cachedPage, file, securityHeaders, observe }: FastPathOptions) {
  const { headersOf, prepare } = createPreparation(securityHeaders);

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const target = request.url ?? "";
    if ((request.method !== "GET" && request.method !== "HEAD") || !target.startsWith("/") || target.startsWith("//"))
      return false;
    const started = performance.now();
    const cut = target.indexOf("?");
    const path = cut < 0 ? target : target.slice(0, cut);
    let kind: "page" | "file" = "page";
    const ownLook = keepsOwnLook(request.headers.cookie);
    let served = cachedPage(target, ownLook);
    if (!served && cut < 0) {
      served = file(path);
      kind = "file";
    } else if (!served) {
      const url = URL.parse(target, "http://site");
      // `/?p=17` may be an article's.
      if (url && asksForOther(url)) return false;
      const address = url ? pageAddress(url) : UNKNOWN_ADDRESS;
      // A path that isn't a page's may still belong to the API or a feed.
      if (address !== UNKNOWN_ADDRESS) served = cachedPage(address, ownLook);
    }
    // The router counts redirects.
    if (!served || served.status === 301) return false;

    const ready = prepare(served, kind, String(request.headers["accept-encoding"] ?? ""));
    const ifNoneMatch = request.headers["if-none-match"];
    if (ifNoneMatch !== undefined) {
      const answer = negotiate(served, request.headers["accept-encoding"] as string | undefined, ifNoneMatch);
      if (answer.status === 304) {
        response.writeHead(304, headersOf(served, answer.headers));
        response.end();
        observe(request.method, kind, 304, performance.now() - started);
        return true;
      }
    }
    send(response, ready, request.method === "HEAD");
    observe(request.method, kind, ready.status, performance.now() - started);
    return true;
  };
}
