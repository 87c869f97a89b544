import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { type Encoding, preferredEncoding } from "../../platform/cache/representation.ts";
import type { AppEnv } from "../env.ts";

const COMPRESSIBLE = /^(text\/|application\/([a-z.+-]*\+)?(json|xml)\b|image\/svg\+xml)/i;
/** Smaller answers fit in one packet anyway. */
const MIN_BYTES = 1024;
/** Answers that aren't cached get this level: smaller than gzip's and as quick. */
const BROTLI_QUALITY = 4;

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer> | Buffer> = {
  identity: (body) => body,
  br: (body) => promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
};

/** Buffers answers, so it isn't for streams. */
export function compression(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const { headers, body, status } = c.res;
    if (!body || headers.has("content-encoding") || !COMPRESSIBLE.test(headers.get("content-type") ?? "")) return;
    headers.append("vary", "accept-encoding");
    const plain = Buffer.from(await c.res.arrayBuffer());
    const encoding = plain.byteLength > MIN_BYTES ? preferredEncoding(c.req.header("accept-encoding")) : "identity";
    const bytes = await compress[encoding](plain);
    const sent = new Headers(headers);
    if (encoding !== "identity") sent.set("content-encoding", encoding);
    sent.set("content-length", String(bytes.byteLength));
    c.res = undefined;
    c.res = new Response(new Uint8Array(bytes), { status, headers: sent });
  };
}
