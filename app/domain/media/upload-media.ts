import { randomUUID } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { receive } from "../../platform/storage/disk.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
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

/** `body`: bytes as they arrive; `signal`: aborted when the client disconnects, even after the last byte. */
export type Upload = { name: string; body: AsyncIterable<Uint8Array>; signal?: AbortSignal };

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

async function makeFiles(store: FileStore, id: string, body: Upload["body"]): Promise<ProcessedPicture> {
  const source = join(await store.begin(id), "source");
  await receive(source, body);
  const kind = await kindOf(source);
  const processed = await processPicture(source, kind, (name, bytes) => store.write(id, name, bytes));
  await store.keep(id);
  return processed;
}

/** First the files, then the row. @throws DomainError invalid_input naming `file`; any error of `body`. Nothing is left then */
export async function uploadMedia(ctx: Context, store: FileStore, actor: Actor, { name, body, signal }: Upload): Promise<Media> {
  const id = randomUUID();
  try {
    const { format, width, height, bytes } = await makeFiles(store, id, body);
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
