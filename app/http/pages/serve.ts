import { matchesEtag, preferredEncoding, type Representation, represent } from "../../platform/cache/representation.ts";

/**
 * A page that is ready to be sent. `isTransient`: not cached, because visitors can make up any number of such URLs. `lacksDatabase`: made
 * without the database, so that an earlier copy is better.
 */
export type ServedPage = {
  status: number;
  headers: Record<string, string>;
  page: Representation;
  isTransient?: boolean;
  lacksDatabase?: boolean;
};

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // Always revalidated and mostly answered with 304, so that changes are visible at once.
  "cache-control": "public, max-age=0, must-revalidate",
  vary: "Accept-Encoding",
} as const;

/** A page from an HTML document. */
export async function pageOf(status: number, html: string, headers: Record<string, string> = {}): Promise<ServedPage> {
  return { status, headers: { ...PAGE_HEADERS, ...headers }, page: await represent(Buffer.from(html)) };
}

/** The answer to one request: status, headers, body (null for a 304). */
export function negotiate(served: ServedPage, acceptEncoding: string | null | undefined, ifNoneMatch: string | null | undefined) {
  const encoding = preferredEncoding(acceptEncoding);
  const { body, etag, formerEtag } = served.page.forms[encoding];
  const headers: Record<string, string> = { ...served.headers, etag };
  if (served.status === 200) {
    if (matchesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: null };
    if (formerEtag && matchesEtag(ifNoneMatch, formerEtag))
      return { status: 304, headers: { ...headers, etag: formerEtag }, body: null };
  }
  if (served.page.forms[encoding] !== served.page.forms.identity && encoding !== "identity")
    headers["content-encoding"] = encoding;
  headers["content-length"] = String(body.length);
  return { status: served.status, headers, body };
}

const marked = new WeakMap<ServedPage, ServedPage>();

/**
 * A copy from before, marked as such (RFC 9111, section 4.2.4; `Warning: 110` is from RFC 7234). No cache may store it, because the page
 * may have changed since. @param age in seconds
 */
export function markStale(page: ServedPage, age: number): ServedPage {
  const { "cdn-cache-control": _, "surrogate-control": __, ...kept } = page.headers;
  const headers = { ...kept, "cache-control": "no-store", age: String(age), warning: '110 - "Response is Stale"' };
  const before = marked.get(page);
  // The same object while the age is the same, so that what is prepared for it is prepared once.
  if (before?.headers.age === headers.age) return before;
  const copy = { ...page, headers };
  marked.set(page, copy);
  return copy;
}
