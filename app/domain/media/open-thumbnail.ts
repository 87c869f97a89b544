import type { FileStore, StoredFile } from "../../platform/storage/file-store.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { mediaPolicy } from "./media.policy.ts";
import { findMedia } from "./media.sql.ts";
import { thumbnailFile } from "./media-rules.ts";

/**
 * A picture in small, as WebP, also of what is in the trash: to admins alone.
 * @throws DomainError `forbidden`; PGRST116 when there is no such picture
 */
export async function openThumbnail(ctx: Context, store: FileStore, actor: Actor, id: string): Promise<StoredFile> {
  authorize(actor, mediaPolicy.read);
  const row = await findMedia(ctx.db, id);
  const file = row && (await store.open(id, thumbnailFile(row.width), true));
  if (!file) throw notFound("Picture");
  return file;
}
