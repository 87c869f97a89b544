import type { FolderStore } from "../../platform/storage/folder-store.ts";
import { recordAudit } from "../audit/recording.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import type { MediaUse } from "./model.ts";
import { countUses, deleteRow, lockMedia, usesOf } from "./queries.ts";
import { USES_NAMED } from "./reading.ts";
import { settle } from "./settling.ts";

function inUse(uses: MediaUse[], total: number): DomainError {
  const [first] = uses;
  const others = total - 1;
  const rest = others > 0 ? ` and ${others} other ${others === 1 ? "post" : "posts"}` : "";
  const details = uses.map(({ title, status }) => ({ field: "posts", rule: `“${title}” (${status}) shows it` }));
  return new DomainError("conflict", "in_use", `This picture can't be deleted: “${first?.title}”${rest} shows it`, { details });
}

/**
 * Deletes a picture: its row first, then its files. Its addresses answer 404 from then on.
 * @throws DomainError PGRST116 when there is none; in_use (409) naming the posts that show it
 */
export async function deleteMedia(ctx: Context, store: FolderStore, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    // Locked, so that no post begins to show it meanwhile.
    const row = await lockMedia(trx, id);
    if (!row) throw notFound("Picture");
    const total = await countUses(trx, id);
    if (total > 0) throw inUse(await usesOf(trx, id, USES_NAMED), total);
    await store.begin(id);
    await deleteRow(trx, id);
    const { name, alt, format, width, height, bytes } = row;
    const before = { name, alt, format, width, height, bytes };
    await recordAudit({ ...ctx, db: trx }, actor, { action: "deleted", entity: "media", entityId: id, label: name, before });
  });
  await settle(ctx, store, id).catch((err: unknown) => ctx.log.warn({ err, id }, "the files of a picture are left for later"));
}
