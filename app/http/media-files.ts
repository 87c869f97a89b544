import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { type Context, Hono } from "hono";
import { MIME, mediaAt, mediaFile } from "../domain/media/model.ts";
import { matchesEtag } from "../platform/cache/representation.ts";
import { byteRange } from "./byte-range.ts";
import type { AppEnv } from "./env.ts";
import { unknownPath } from "./errors.ts";

/** A picture never changes under its address. Feed readers and other sites may show it. */
const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
  "accept-ranges": "bytes",
};

async function answerFile(c: Context<AppEnv>): Promise<Response> {
  // Only what has the shape of an address of ours becomes a path.
  const named = mediaAt(c.req.path);
  if (!named) throw unknownPath();
  const name = mediaFile(named.width, named.format);
  const file = await open(c.var.deps.media.path(named.id, name)).catch(() => null);
  if (!file) throw unknownPath();
  let streaming = false;
  try {
    const { size } = await file.stat();
    const etag = `"${named.id}-${name}"`;
    const headers: Record<string, string> = { ...HEADERS, etag };
    if (matchesEtag(c.req.header("if-none-match") ?? "", etag)) return c.body(null, 304, headers);
    headers["content-type"] = MIME[named.format as keyof typeof MIME];
    const ifRange = c.req.header("if-range");
    const range = ifRange === undefined || ifRange === etag ? byteRange(c.req.header("range"), size) : null;
    if (range === "unsatisfiable") return c.body(null, 416, { ...HEADERS, "content-range": `bytes */${size}` });
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) headers["content-range"] = `bytes ${start}-${end}/${size}`;
    headers["content-length"] = String(end - start + 1);
    const status = range ? 206 : 200;
    if (c.req.method === "HEAD") return c.body(null, status, headers);
    streaming = true;
    return c.body(Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>, status, headers);
  } finally {
    // A stream closes the file when it ends or nobody wants it any more.
    if (!streaming) await file.close();
  }
}

/** Uploaded pictures and their copies, from the disk. */
export const mediaFileRoutes = new Hono<AppEnv>().get("/media/:id/:file", answerFile);
