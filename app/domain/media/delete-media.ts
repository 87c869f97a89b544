import { sql } from "kysely";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { expiredBefore } from "../trash/trash.ts";
import { mediaPolicy } from "./media.policy.ts";
import { libraryOf, lockMany, type MediaRow, trashedIds, usedAmong, WHOLE_LIBRARY } from "./media.sql.ts";
import type { BulkResult } from "./trash-media.ts";
import { finishUpload, sweepMedia } from "./upload-media.ts";

const BATCH = 50;

function entryOf(row: MediaRow) {
  const { id, name, alt, format, width, height, bytes } = row;
  const before = { name, alt, format, width, height, bytes };
  return { action: "deleted", entity: "media", entityId: id, label: name, before } as const;
}

/** Marks pictures as unfinished, deletes rows, then files, so that the next sweep completes what a crash leaves. */
async function deleteBatch(
  ctx: Context,
  store: FileStore,
  actor: AuditActor,
  ids: string[],
  isDue: (row: MediaRow) => boolean,
): Promise<number> {
  await Promise.all(ids.map((id) => store.begin(id)));
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const found = await lockMany(trx, ids, libraryOf(actor));
      const used = await usedAmong(trx, ids);
      const rows = found.filter((row) => isDue(row) && !used.has(row.id));
      await trx
        .deleteFrom("media")
        .where("id", "=", sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
        .execute();
      await recordAudit({ ...ctx, db: trx }, actor, ...rows.map(entryOf));
      return rows.length;
    });
  } finally {
    const left = (err: unknown) =>
      ctx.log.warn({ err }, "the files of a picture could not be removed; the next cleaning tries again");
    await Promise.all(ids.map((id) => finishUpload(ctx, store, id).catch(left)));
  }
}

async function deleteTrashed(ctx: Context, store: FileStore, actor: AuditActor, ids: string[], before: Date): Promise<number> {
  const isDue = ({ trashed_at }: MediaRow) => trashed_at !== null && trashed_at < before;
  let deleted = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    deleted += await deleteBatch(ctx, store, actor, ids.slice(from, from + BATCH), isDue);
  }
  return deleted;
}

/** Only pictures that no post shows, in the trash or not. The caller checks the permission. @param ids at most 50 */
export async function discardMedia(ctx: Context, store: FileStore, actor: AuditActor, ids: string[]): Promise<void> {
  await deleteBatch(ctx, store, actor, ids, () => true);
}

/** Later than any clock says, also one that is wrong. */
const AFTER_ALL = new Date(8.64e15);

/** Only those in the trash. @param ids 1 to 500 @throws DomainError `forbidden`; StorageError, after which the rest stays */
export async function deleteMedia(ctx: Context, store: FileStore, actor: Actor, ids: string[]): Promise<BulkResult> {
  authorize(actor, mediaPolicy.delete);
  const named = [...new Set(ids)];
  const changed = await deleteTrashed(ctx, store, actor, named, AFTER_ALL);
  return { changed, unchanged: named.length - changed, in_use: 0 };
}

/** @returns how many @throws DomainError `forbidden`; StorageError, as above */
export async function emptyTrash(ctx: Context, store: FileStore, actor: Actor): Promise<number> {
  authorize(actor, mediaPolicy.delete);
  return deleteTrashed(ctx, store, actor, await trashedIds(ctx.db, libraryOf(actor)), AFTER_ALL);
}

const deleteOld = async (ctx: Context, store: FileStore, before: Date): Promise<number> =>
  deleteTrashed(ctx, store, { kind: "schedule" }, await trashedIds(ctx.db, WHOLE_LIBRARY, { before }), before);

/** Hourly; carries no data. */
export const MEDIA_CLEANING = "media.cleaning";

const HOUR_SECONDS = 3600;

const queueNext = (ctx: Context, after: number) => ctx.jobs?.send(MEDIA_CLEANING, {}, { db: ctx.db, key: "hourly", after });

export const queueMediaCleaning = async (ctx: Context): Promise<void> => queueNext(ctx, HOUR_SECONDS);

/** Also completes what a crash left unfinished. Queues the next cleaning first, so that a failure doesn't stop the series. */
export async function cleanMedia(ctx: Context, store: FileStore): Promise<void> {
  await queueNext(ctx, HOUR_SECONDS);
  await deleteOld(ctx, store, expiredBefore(ctx.clock.now()));
  await sweepMedia(ctx, store);
}
