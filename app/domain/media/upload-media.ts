import { randomUUID } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { receive } from "../../platform/storage/receive.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { presentMedia } from "./list-media.ts";
import { findMedia, insertMedia } from "./media.sql.ts";
import { MESSAGES, mediaFile } from "./media-rules.ts";
import type { Media } from "./picture.ts";
import {
  detectFileType,
  hasEnd,
  type PictureKind,
  type Processed,
  processPicture,
  refuseFile,
  SNIFF_BYTES,
  TAIL_BYTES,
} from "./process-picture.ts";

/** Uploads take minutes at most: what is older was left behind. In ms. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

/**
 * Ends what was begun with a picture's files: they stay if the database knows the picture, else they go.
 * @throws whatever the database throws; then nothing is touched, and the next start tries again
 */
export async function finishUpload(ctx: Context, store: FileStore, id: string): Promise<void> {
  const row = await findMedia(ctx.db, id);
  if (!row) await store.remove(id);
  await store.end(id);
}

/**
 * Settles what a crash has left behind. Only what was under way then is looked at: files of pictures that a database
 * doesn't know stay, for it may be the wrong database.
 * @param olderThan in ms; what is younger may be somebody's work
 * @returns how many there were
 */
export async function sweepMedia(ctx: Context, store: FileStore, olderThan = LEFT_BEHIND_MS): Promise<number> {
  const ids = await store.unfinished(olderThan);
  for (const id of ids) await finishUpload(ctx, store, id);
  return ids.length;
}

/**
 * `name`: what the file is called where it comes from; `body`: its bytes as they arrive; `signal`: aborted when whoever sent it
 * went away, also after the last byte.
 */
export type Upload = { name: string; body: AsyncIterable<Uint8Array>; signal?: AbortSignal };

async function kindOf(path: string): Promise<PictureKind> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    if (bytesRead === 0) throw refuseFile(MESSAGES.empty);
    const kind = detectFileType(buffer.subarray(0, bytesRead));
    if (kind === "svg") throw refuseFile(MESSAGES.svg);
    if (kind === null) throw refuseFile(MESSAGES.kind);
    const { size } = await handle.stat();
    const tail = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
    if (!hasEnd(kind, tail.buffer.subarray(0, tail.bytesRead))) throw refuseFile(MESSAGES.damaged);
    return kind;
  } finally {
    await handle.close();
  }
}

async function makeFiles(store: FileStore, id: string, body: Upload["body"]): Promise<Processed> {
  const source = join(await store.begin(id), "source");
  await receive(source, body);
  const kind = await kindOf(source);
  const processed = await processPicture(source, kind, (name, bytes) => store.write(id, name, bytes));
  await store.keep(id);
  return processed;
}

/**
 * Takes a picture into the library: first its files, whole and on the disk, then its row. What it is, its content tells.
 * @throws DomainError invalid_input naming `file` when it isn't a picture that is taken; whatever `body` throws. Nothing of
 *   the upload is left then.
 */
export async function uploadMedia(ctx: Context, store: FileStore, actor: Actor, { name, body, signal }: Upload): Promise<Media> {
  const id = randomUUID();
  try {
    const { format, width, height, bytes } = await makeFiles(store, id, body);
    // Called off while its copies were made: a file that nobody waits for would turn up in the library unasked.
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
    // What stays undone while the database can't be asked is done at the next start.
    await finishUpload(ctx, store, id).catch((err: unknown) =>
      ctx.log.warn({ err, id }, "an upload is left for later to tidy up"),
    );
  }
}

/** A picture as a library once kept it. */
export type KeptMedia = { id: string; name: string; alt: string; focus_x: number; focus_y: number; created_at: Date };

/** Whether a file holds nothing but the picture: no notes of a camera. */
async function isBare(path: string): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  const { exif, xmp, iptc, orientation } = await sharp(path).metadata();
  return !exif && !xmp && !iptc && (orientation ?? 1) === 1;
}

/**
 * Takes a picture back into the library under the id that it had, byte for byte; only its copies are made anew. One that isn't as a
 * library keeps them is made so. Who may do that is the caller's to say, and so is the entry in the log.
 * @returns the picture; null when there is one with this id
 * @throws DomainError invalid_input when the file is no picture; whatever `body` throws. Nothing of it is left then
 */
export async function takeBackMedia(
  ctx: Context,
  store: FileStore,
  kept: KeptMedia,
  body: AsyncIterable<Uint8Array>,
): Promise<Media | null> {
  const { id } = kept;
  if (await findMedia(ctx.db, id)) return null;
  try {
    const source = join(await store.begin(id), "source");
    await receive(source, body);
    const whole = await readFile(source);
    const kind = detectFileType(whole.subarray(0, SNIFF_BYTES));
    if (kind === null || kind === "svg") throw refuseFile("is no picture");
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
    const { name, alt, focus_x, focus_y, created_at } = kept;
    const values = { id, name, alt, focus_x, focus_y, format, width: made.width, height, bytes, created_at };
    return presentMedia(await insertMedia(ctx.db, values));
  } finally {
    await finishUpload(ctx, store, id).catch((err: unknown) =>
      ctx.log.warn({ err, id }, "a picture is left for later to tidy up"),
    );
  }
}
