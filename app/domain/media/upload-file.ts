import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { romanize } from "../../platform/romanize.ts";
import { receive } from "../../platform/storage/disk.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { detectFile } from "./detect-file.ts";
import type { FileFormat } from "./file-rules.ts";
import { presentMedia } from "./list-media.ts";
import { mediaPolicy } from "./media.policy.ts";
import { findMedia, insertMedia, WHOLE_LIBRARY } from "./media.sql.ts";
import { MESSAGES } from "./media-message-rules.ts";
import type { Media } from "./picture.ts";
import { refuseFile } from "./process-picture.ts";
import { type ArchivedMedia, finishUpload, type Upload } from "./upload-media.ts";

const SLUG_MAX = 60;

function storedName(name: string, format: FileFormat): string {
  const slug = romanize(name.replace(/\.[a-z0-9]{1,5}$/i, ""))
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, "");
  return `${slug || "file"}.${format}`;
}

async function storeFile(store: FileStore, id: string, name: string, body: AsyncIterable<Uint8Array>) {
  const source = join(await store.begin(id), "source");
  const bytes = await receive(source, body);
  const format = await detectFile(source, name);
  const file_name = storedName(name, format);
  await store.take(id, file_name, source);
  await store.keep(id);
  return { format, file_name, bytes };
}

const finish = (ctx: Context, store: FileStore, id: string) =>
  finishUpload(ctx, store, id).catch((err: unknown) =>
    ctx.log.warn({ err, id }, "a file of the library could not be finished; the next cleaning tries again"),
  );

/** First the file, then the row. @throws DomainError `forbidden`; invalid_input naming `file`; any error of `body`. Nothing is left then */
export async function uploadFile(ctx: Context, store: FileStore, actor: Actor, { name, body, signal }: Upload): Promise<Media> {
  authorize(actor, mediaPolicy.upload);
  const id = randomUUID();
  try {
    const stored = await storeFile(store, id, name, body);
    if (signal?.aborted) throw refuseFile(MESSAGES.calledOff);
    const row = await ctx.db.transaction().execute(async (trx) => {
      const by = actor.kind === "user" ? actor.id : null;
      const added = await insertMedia(trx, { id, name, ...stored, created_at: ctx.clock.now(), created_by: by });
      const after = { name, format: stored.format, bytes: stored.bytes };
      await recordAudit({ ...ctx, db: trx }, actor, { action: "uploaded", entity: "media", entityId: id, label: name, after });
      return added;
    });
    return presentMedia(row);
  } finally {
    await finish(ctx, store, id);
  }
}

/** Keeps id and address. The caller checks the permission and logs it. @returns null if one with this id exists @throws as `uploadFile` */
export async function reinstateFile(
  ctx: Context,
  store: FileStore,
  { file_name, ...archived }: ArchivedMedia & { file_name: string },
  body: AsyncIterable<Uint8Array>,
): Promise<Media | null> {
  const { id } = archived;
  if (await findMedia(ctx.db, id, WHOLE_LIBRARY)) return null;
  try {
    const stored = await storeFile(store, id, file_name, body);
    if (stored.file_name !== file_name) throw refuseFile(`isn’t what its name ${file_name} says`);
    const { name, alt, focus_x, focus_y, created_at } = archived;
    return presentMedia(await insertMedia(ctx.db, { id, name, alt, focus_x, focus_y, created_at, ...stored }));
  } finally {
    await finish(ctx, store, id);
  }
}
