import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { receive } from "../../platform/storage/receive.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { detectFileType, hasEnd, type PictureKind, SNIFF_BYTES, TAIL_BYTES } from "./detect-type.ts";
import { finishUpload } from "./finish-upload.ts";
import { insertMedia } from "./media.sql.ts";
import { MESSAGES } from "./media-rules.ts";
import type { Media } from "./picture.ts";
import { presentMedia } from "./present-media.ts";
import { type Processed, processPicture, refuseFile } from "./process-picture.ts";

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
