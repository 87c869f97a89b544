import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { mediaPolicy } from "./media.policy.ts";
import { lockMany, setTrashed } from "./media.sql.ts";
import type { Trashed } from "./trash-media.ts";

/**
 * Brings pictures back from the trash; they are at their addresses again.
 * @param ids 1 to 500 ids; one that is named twice counts once
 * @returns how many came back, and how many weren't there or are gone
 * @throws DomainError `forbidden`
 */
export async function restoreMedia(ctx: Context, actor: Actor, ids: string[]): Promise<Trashed> {
  authorize(actor, mediaPolicy.restore);
  const named = [...new Set(ids)];
  return ctx.db.transaction().execute(async (trx) => {
    const back = (await lockMany(trx, named)).filter(({ trashed_at }) => trashed_at !== null);
    await setTrashed(
      trx,
      back.map(({ id }) => id),
      null,
      null,
    );
    const entries = back.map(({ id, name }) => ({ action: "restored", entity: "media", entityId: id, label: name }) as const);
    await recordAudit({ ...ctx, db: trx }, actor, ...entries);
    return { changed: back.length, unchanged: named.length - back.length, in_use: 0 };
  });
}
