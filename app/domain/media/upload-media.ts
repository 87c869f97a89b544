import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { tryAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { receive } from "../../platform/storage/disk.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { presentMedia } from "./list-media.ts";
import { findMedia, insertMedia, WHOLE_LIBRARY } from "./media.sql.ts";
import { MESSAGES } from "./media-message-rules.ts";
import { mediaFile } from "./media-rules.ts";
import type { Media } from "./picture.ts";
import {
  detectFileType,
  hasEnd,
  isHeic,
  type PictureKind,
  type ProcessedPicture,
  processPicture,
  refuseFile,
  SNIFF_BYTES,
  TAIL_BYTES,
} from "./process-picture.ts";

/** ms. Uploads take minutes at most; older files were left behind. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

/** Keeps the files if the database has the picture, otherwise removes them. @throws errors of the database; the next start tries again */
export async function finishUpload(ctx: Context, store: FileStore, id: string): Promise<void> {
  const row = await findMedia(ctx.db, id, WHOLE_LIBRARY);
  if (!row) await store.remove(id);
  await store.end(id);
}

/** Only pictures in progress: files of unknown ones stay, because this may be the wrong database. @param olderThan ms @returns how many */
export async function sweepMedia(ctx: Context, store: FileStore, olderThan = LEFT_BEHIND_MS): Promise<number> {
  const ids = await store.unfinished(olderThan);
  for (const id of ids) await finishUpload(ctx, store, id);
  return ids.length;
}

/**
 * `sha256`: of the whole file, so that the same person uploads it once; `body`: bytes as they arrive; `signal`: aborted when the client
 * disconnects, even after the last byte.
 */
export type Upload = { name: string; sha256?: string | undefined; body: AsyncIterable<Uint8Array>; signal?: AbortSignal };

async function kindOf(path: string): Promise<PictureKind> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    if (bytesRead === 0) throw refuseFile(MESSAGES.empty);
    const head = buffer.subarray(0, bytesRead);
    const kind = detectFileType(head);
    if (kind === "svg") throw refuseFile(MESSAGES.svg);
    if (kind === null) throw refuseFile(isHeic(head) ? MESSAGES.heic : MESSAGES.kind);
    const { size } = await handle.stat();
    const tail = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
    if (!hasEnd(kind, tail.buffer.subarray(0, tail.bytesRead))) throw refuseFile(MESSAGES.damaged);
    return kind;
  } finally {
    await handle.close();
  }
}

/** @throws DomainError invalid_input naming `file` */
async function requireSum(path: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  if (hash.digest("hex") !== sha256) throw refuseFile(MESSAGES.otherSum);
}

async function makeFiles(store: FileStore, id: string, { body, sha256 }: Upload): Promise<ProcessedPicture> {
  const source = join(await store.begin(id), "source");
  await receive(source, body);
  if (sha256) await requireSum(source, sha256);
  const kind = await kindOf(source);
  const processed = await processPicture(source, kind, (name, bytes) => store.write(id, name, bytes));
  await store.keep(id);
  return processed;
}

/** First the files, then the row. */
async function addMedia(ctx: Context, store: FileStore, actor: Actor, id: string, upload: Upload): Promise<Media> {
  const { name, signal } = upload;
  try {
    const { format, width, height, bytes } = await makeFiles(store, id, upload);
    // The picture of a canceled upload must not appear in the library.
    if (signal?.aborted) throw refuseFile(MESSAGES.calledOff);
    const values = { id, name, format, width, height, bytes, created_at: ctx.clock.now() };
    const row = await ctx.db.transaction().execute(async (trx) => {
      const added = await insertMedia(trx, { ...values, created_by: actor.kind === "user" ? actor.id : null });
      const after = { name, format, width, height, bytes };
      await recordAudit({ ...ctx, db: trx }, actor, { action: "uploaded", entity: "media", entityId: id, label: name, after });
      return added;
    });
    return presentMedia(row);
  } finally {
    // If the database can't be reached, the next start removes the files.
    await finishUpload(ctx, store, id).catch((err: unknown) =>
      ctx.log.warn({ err, id }, "the files of an upload could not be finished; the next cleaning tries again"),
    );
  }
}

/** Nobody else's upload has it, so that nobody can tell whether somebody has uploaded a file. */
function idOfUpload(actor: Actor, sha256: string): string {
  const sum = createHash("sha256")
    .update(`${actor.kind === "user" ? actor.id : ""} ${sha256}`)
    .digest("hex");
  return sum.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}

/** @throws DomainError invalid_input naming `file`; `upload_running`; any error of `body`. Nothing is left then */
export async function uploadMedia(ctx: Context, store: FileStore, actor: Actor, upload: Upload): Promise<Media> {
  if (!upload.sha256) return addMedia(ctx, store, actor, randomUUID(), upload);
  const id = idOfUpload(actor, upload.sha256);
  let media: Media | undefined;
  await tryAdvisoryLock(ctx.db, `upload ${id}`, async () => {
    const row = await findMedia(ctx.db, id, WHOLE_LIBRARY);
    media = row ? presentMedia(row) : await addMedia(ctx, store, actor, id, upload);
    // A client reads the answer once it has sent everything.
    if (row) for await (const _ of upload.body);
  });
  if (!media)
    throw new DomainError("conflict", "upload_running", "The same file is being uploaded at this moment. Try again soon.");
  return media;
}

export type ArchivedMedia = { id: string; name: string; alt: string; focus_x: number; focus_y: number; created_at: Date };

async function isBare(path: string): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  const { exif, xmp, iptc, orientation } = await sharp(path).metadata();
  return !exif && !xmp && !iptc && (orientation ?? 1) === 1;
}

/**
 * Keeps id and bytes; only copies are made again. A picture in a format that isn't a library's is processed like an upload. The caller
 * checks the permission and logs it. @returns null if one with this id exists @throws as `uploadMedia`
 */
export async function reinstateMedia(
  ctx: Context,
  store: FileStore,
  archived: ArchivedMedia,
  body: AsyncIterable<Uint8Array>,
): Promise<Media | null> {
  const { id } = archived;
  if (await findMedia(ctx.db, id, WHOLE_LIBRARY)) return null;
  try {
    const source = join(await store.begin(id), "source");
    await receive(source, body);
    const whole = await readFile(source);
    const kind = detectFileType(whole.subarray(0, SNIFF_BYTES));
    if (kind === null || kind === "svg") throw refuseFile("isn’t an image");
    const bare = await isBare(source).catch((error: unknown) => {
      throw refuseFile("is damaged", error);
    });
    const { default: sharp } = await import("sharp");
    const { width } = await sharp(whole).metadata();
    const own = bare ? mediaFile(width, kind === "jpeg" ? "jpg" : kind) : null;
    const made = await processPicture(source, kind, (name, bytes) => store.write(id, name, name === own ? whole : bytes));
    await store.keep(id);
    const { format, height } = made;
    const bytes = own === mediaFile(made.width, format) ? whole.byteLength : made.bytes;
    const { name, alt, focus_x, focus_y, created_at } = archived;
    const values = { id, name, alt, focus_x, focus_y, format, width: made.width, height, bytes, created_at };
    return presentMedia(await insertMedia(ctx.db, values));
  } finally {
    await finishUpload(ctx, store, id).catch((err: unknown) =>
      ctx.log.warn({ err, id }, "the files of a picture could not be finished; the next cleaning tries again"),
    );
  }
}
