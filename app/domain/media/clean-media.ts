import type { FileStore } from "../../platform/storage/file-store.ts";
import type { Context } from "../context.ts";
import { expiredBefore } from "../trash/trash.ts";
import { deleteOld } from "./delete-media.ts";
import { sweepMedia } from "./finish-upload.ts";

/** The event of an hour that went by; it carries no data. */
export const MEDIA_CLEANING = "media.cleaning";

const HOUR_SECONDS = 3600;

/** One waits at a time, however many instances there are. */
const again = (ctx: Context, after: number) => ctx.jobs?.send(MEDIA_CLEANING, {}, { db: ctx.db, key: "hourly", after });

/** Sees to it that the cleaning is done once an hour. For the start. */
export const queueMediaCleaning = async (ctx: Context): Promise<void> => again(ctx, HOUR_SECONDS);

/**
 * Deletes what has been in the trash for longer than it is kept, and ends what a crash left unfinished. Then again in an hour, which is settled
 * first, so that a failure doesn't end it.
 */
export async function cleanMedia(ctx: Context, store: FileStore): Promise<void> {
  await again(ctx, HOUR_SECONDS);
  await deleteOld(ctx, store, expiredBefore(ctx.clock.now()));
  await sweepMedia(ctx, store);
}
