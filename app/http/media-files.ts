import type { Context } from "hono";
import { drawMailCopy } from "../domain/media/draw-mail-copy.ts";
import { FILE_FORMATS, fileAt } from "../domain/media/file-rules.ts";
import { mediaPolicy } from "../domain/media/media.policy.ts";
import { MIME, mediaAt, mediaFile } from "../domain/media/media-rules.ts";
import { matchesEtag } from "../platform/cache/representation.ts";
import type { Part, StoredFile } from "../platform/storage/file-store.ts";
import type { AppEnv } from "./env.ts";
import { unknownPath } from "./errors.ts";
import { routesFor } from "./middleware/require.ts";

/** Both included. */
type ByteRange = { start: number; end: number };

/**
 * RFC 9110, section 14.
 * @param size of the file, in bytes
 * @returns null to send the whole file, because the header is absent, malformed or names several parts
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** The file at a URL never changes. Feed readers and other sites may show it. */
const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
  "accept-ranges": "bytes",
};

async function answerPart(c: Context<AppEnv>, file: StoredFile, part: Part | null, headers: Record<string, string>) {
  const { start, end } = part ?? { start: 0, end: file.size - 1 };
  const sent: Record<string, string> = { ...headers, "content-length": String(end - start + 1) };
  if (part) sent["content-range"] = `bytes ${start}-${end}/${file.size}`;
  const status = part ? 206 : 200;
  if (c.req.method === "HEAD") {
    await file.close();
    return c.body(null, status, sent);
  }
  return c.body(await file.read(part ?? undefined), status, sent);
}

/** `headers`: what the file is, and that downloads are downloads. */
type Named = { id: string; name: string; headers: Record<string, string> };

/** Only the path of a picture or of another file of the library becomes a file name. */
function namedBy(path: string): Named | null {
  const picture = mediaAt(path);
  if (picture) {
    const { id, width, format } = picture;
    return { id, name: mediaFile(width, format), headers: { "content-type": MIME[format as keyof typeof MIME] } };
  }
  const file = fileAt(path);
  if (!file) return null;
  const { mime, kind } = FILE_FORMATS[file.format];
  const headers: Record<string, string> = { "content-type": mime, "x-content-type-options": "nosniff" };
  if (kind === "file") headers["content-disposition"] = `attachment; filename="${file.name}"`;
  return { id: file.id, name: file.name, headers };
}

const inMemory = (bytes: Uint8Array): StoredFile => ({
  size: bytes.byteLength,
  read: async ({ start, end } = { start: 0, end: bytes.byteLength - 1 }) =>
    new Blob([new Uint8Array(bytes.subarray(start, end + 1))]).stream(),
  close: async () => {},
});

/** Null unless it is the path of a picture's copy for emails. */
async function mailCopyAt(c: Context<AppEnv>): Promise<StoredFile | null> {
  const picture = mediaAt(c.req.path);
  const { context, media } = c.var.deps;
  const copy = picture?.format === "jpg" ? await drawMailCopy(context, media, picture.id, picture.width) : null;
  return copy && inMemory(copy);
}

async function answerFile(c: Context<AppEnv>): Promise<Response> {
  const named = namedBy(c.req.path);
  if (!named || (await c.var.content.trashedMedia.current()).has(named.id)) throw unknownPath();
  const { name } = named;
  const etag = `"${named.id}-${name}"`;
  const isKnown = matchesEtag(c.req.header("if-none-match") ?? "", etag);
  const wanted = c.req.header("range");
  const isWhole = c.req.method === "GET" && !isKnown && wanted === undefined;
  const file = (await c.var.deps.media.open(named.id, name, isWhole)) ?? (await mailCopyAt(c));
  if (!file) throw unknownPath();
  const headers = { ...HEADERS, etag };
  if (isKnown) {
    await file.close();
    return c.body(null, 304, headers);
  }
  const ifRange = c.req.header("if-range");
  const range = ifRange === undefined || ifRange === etag ? byteRange(wanted, file.size) : null;
  if (range === "unsatisfiable") {
    await file.close();
    return c.body(null, 416, { ...HEADERS, "content-range": `bytes */${file.size}` });
  }
  return answerPart(c, file, range, { ...headers, ...named.headers });
}

/** Files in the trash aren't served. */
export const mediaFileRoutes = routesFor(mediaPolicy.open).get("/media/:id/:file", answerFile);
