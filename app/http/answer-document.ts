import type { Context } from "hono";
import { matchesEtag, preferredEncoding, represent } from "../platform/cache/representation.ts";
import type { AppEnv } from "./env.ts";
import { type Document, documentKey } from "./last-documents.ts";

const QUALITY = 4;

/**
 * In an encoding that the client accepts, with a strong ETag. Dates are only compared for equality: a document can go back to an older one.
 */
export async function answerDocument(c: Context<AppEnv>, document: Document): Promise<Response> {
  const { text, type, cacheControl, modified } = document;
  const { lastDocuments, deps } = c.var;
  const key = documentKey(c.req);
  const last = lastDocuments.get(key);
  const page = last?.document.text === text ? last.page : represent(Buffer.from(text), QUALITY);
  if (cacheControl !== "no-store") lastDocuments.set(key, { document, page, at: deps.context.clock.now().getTime() });
  const { forms } = await page;
  const encoding = preferredEncoding(c.req.header("accept-encoding"));
  const { body, etag } = forms[encoding];
  const lastModified = modified?.toUTCString();
  const headers: Record<string, string> = { "cache-control": cacheControl, etag, vary: "Accept-Encoding" };
  if (lastModified) headers["last-modified"] = lastModified;
  const ifNoneMatch = c.req.header("if-none-match");
  const sameDate = lastModified !== undefined && c.req.header("if-modified-since") === lastModified;
  if (ifNoneMatch === undefined ? sameDate : matchesEtag(ifNoneMatch, etag)) return c.body(null, 304, headers);
  headers["content-type"] = type;
  headers["content-length"] = String(body.length);
  if (encoding !== "identity" && body !== forms.identity.body) headers["content-encoding"] = encoding;
  return c.body(new Uint8Array(body), 200, headers);
}

/** Nobody may store the answer, because the file can exist a moment later. */
export const answerMissing = (c: Context<AppEnv>, text: string): Response => c.text(text, 404, { "cache-control": "no-store" });
