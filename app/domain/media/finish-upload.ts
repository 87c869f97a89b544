import type { FileStore } from "../../platform/storage/file-store.ts";
import type { Context } from "../context.ts";
import { findMedia } from "./media.sql.ts";

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
