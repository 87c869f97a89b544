import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { FileStore } from "../../platform/storage/file-store.ts";
import type { Context } from "../context.ts";
import { MAIL_COPY_MAX, mailCopyWidth } from "./mail-copy-rules.ts";
import { mediaFile } from "./media-rules.ts";

const JPEG = { quality: 80, progressive: true };
/** Bytes of copies that are kept: those of some issues, which many readers open within hours. */
const KEPT_BYTES = 24_000_000;

/** Pages come first. */
const limit = pLimit(1);
const drawn = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ byteLength }) => byteLength });

async function draw({ db }: Context, media: FileStore, id: string, width: number): Promise<Buffer | null> {
  const row = await db.selectFrom("media").select(["width", "format"]).where("id", "=", id).executeTakeFirst();
  if (!row?.width || mailCopyWidth(row.width) !== width) return null;
  const file = await media.open(id, mediaFile(row.width, row.format), true);
  if (!file) return null;
  const { default: sharp } = await import("sharp");
  const whole = await buffer(await file.read());
  return sharp(whole).resize({ width }).flatten({ background: "#ffffff" }).jpeg(JPEG).toBuffer();
}

/**
 * The copy at `mailCopyAddress`, drawn when it is asked for, because most pictures are never in an email. Of a moving picture, its beginning.
 * @param width as in the address @returns null unless a picture has this copy
 */
export async function drawMailCopy(ctx: Context, media: FileStore, id: string, width: number): Promise<Buffer | null> {
  if (width > MAIL_COPY_MAX) return null;
  const key = `${id} ${width}`;
  const known = drawn.get(key);
  if (known) return known;
  const copy = await limit(async () => drawn.get(key) ?? (await draw(ctx, media, id, width)));
  if (copy) drawn.set(key, copy);
  return copy;
}
