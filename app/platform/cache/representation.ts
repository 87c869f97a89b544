import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

const remembered = new LRUCache<string, Encoding>({ max: 200 });

/** The heavier weight in Accept-Encoding wins, brotli on a tie (RFC 9110, section 12.5.3). */
export function preferredEncoding(accept: string | null | undefined): Encoding {
  if (!accept) return "identity";
  let encoding = remembered.get(accept);
  if (encoding === undefined) {
    encoding = weigh(accept);
    remembered.set(accept, encoding);
  }
  return encoding;
}

function weigh(accept: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...params] = part.split(";").map((piece) => piece.trim());
    const q = params.find((param) => param.startsWith("q="))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weight = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  if (weight("br") > 0 && weight("br") >= weight("gzip")) return "br";
  return weight("gzip") > 0 ? "gzip" : "identity";
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** `formerEtag`: of other bytes that had the same content. */
type Form = { body: Buffer; etag: string; formerEtag?: string };

export type Representation = { forms: Record<Encoding, Form> };

/** Compression gains nothing below this size, in bytes. */
const WORTHWHILE = 512;

/** @param quality brotli's 0–11; gzip gets at most 9; null leaves the body as it is (pictures, fonts) */
export async function represent(body: Buffer, quality: number | null = 5): Promise<Representation> {
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const form = (bytes: Buffer, suffix: string): Form => ({ body: bytes, etag: `"${tag}${suffix}"` });
  if (quality === null || body.length < WORTHWHILE) {
    const plain = form(body, "");
    return { forms: { br: plain, gzip: plain, identity: plain } };
  }
  const [br, gz] = await Promise.all([
    toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    toGzip(body, { level: Math.min(9, quality + 1) }),
  ]);
  return { forms: { br: form(br, "-br"), gzip: form(gz, "-gz"), identity: form(body, "") } };
}

/** Weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
