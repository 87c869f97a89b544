import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { receive } from "../../platform/storage/receive.ts";
import type { Context } from "../context.ts";
import { detectFileType, SNIFF_BYTES } from "./detect-type.ts";
import { finishUpload } from "./finish-upload.ts";
import { findMedia, insertMedia } from "./media.sql.ts";
import { mediaFile } from "./media-rules.ts";
import type { Media } from "./picture.ts";
import { presentMedia } from "./present-media.ts";
import { processPicture, refuseFile } from "./process-picture.ts";

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
