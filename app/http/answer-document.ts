import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { matchesEtag, preferredEncoding, type Representation, represent } from "../platform/cache/representation.ts";
import type { AppEnv } from "./env.ts";
import type { Document } from "./last-documents.ts";

/** Polling costs no compression. */
const cache = new LRUCache<string, { text: string; page: Promise<Representation> }>({ max: 40 });

const CACHED_LENGTH_MAX = 2_000_000;

const QUALITY = 4;

function representationOf(key: string, text: string): Promise<Representation> {
  const known = cache.get(key);
  if (known?.text === text) return known.page;
  cache.delete(key);
  const page = represent(Buffer.from(text), QUALITY);
  if (text.length <= CACHED_LENGTH_MAX) cache.set(key, { text, page });
  return page;
}

/**
 * In an encoding that the client accepts, with a strong ETag. Dates are only compared for equality: a document can go back to an older one.
 */
export async function answerDocument(c: Context<AppEnv>, document: Document): Promise<Response> {
  const { text, type, cacheControl, modified } = document;
  if (cacheControl !== "no-store")
    c.var.lastDocuments.set(c.req.path, { document, at: c.var.deps.context.clock.now().getTime() });
  const page = await representationOf(c.req.url, text);
  const encoding = preferredEncoding(c.req.header("accept-encoding"));
  const { body, etag } = page.forms[encoding];
  const lastModified = modified?.toUTCString();
  const headers: Record<string, string> = { "cache-control": cacheControl, etag, vary: "Accept-Encoding" };
  if (lastModified) headers["last-modified"] = lastModified;
  const ifNoneMatch = c.req.header("if-none-match");
  const sameDate = lastModified !== undefined && c.req.header("if-modified-since") === lastModified;
  if (ifNoneMatch === undefined ? sameDate : matchesEtag(ifNoneMatch, etag)) return c.body(null, 304, headers);
  headers["content-type"] = type;
  headers["content-length"] = String(body.length);
  if (encoding !== "identity" && body !== page.forms.identity.body) headers["content-encoding"] = encoding;
  return c.body(new Uint8Array(body), 200, headers);
}

/** Nobody may store the answer, because the file can exist a moment later. */
export const answerMissing = (c: Context<AppEnv>, text: string): Response => c.text(text, 404, { "cache-control": "no-store" });
