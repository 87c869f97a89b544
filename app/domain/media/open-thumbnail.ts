import type { FileStore, StoredFile } from "../../platform/storage/file-store.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { requireAdmin } from "../require-admin.ts";
import { findMedia } from "./media.sql.ts";
import { thumbnailFile } from "./model.ts";

/**
 * A picture in small, as WebP, also of what is in the trash: to admins alone.
 * @throws DomainError `forbidden`; PGRST116 when there is no such picture
 */
export async function openThumbnail(ctx: Context, store: FileStore, actor: Actor, id: string): Promise<StoredFile> {
  requireAdmin(actor);
  const row = await findMedia(ctx.db, id);
  const file = row && (await store.open(id, thumbnailFile(row.width), true));
  if (!file) throw notFound("Picture");
  return file;
}
