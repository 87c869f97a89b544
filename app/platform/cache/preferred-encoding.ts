import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

const remembered = new LRUCache<string, Encoding>({ max: 200 });

/** The form to send for an Accept-Encoding header (RFC 9110, section 12.5.3): the heavier weight, brotli on a tie. */
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
