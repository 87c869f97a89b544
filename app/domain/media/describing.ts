import { recordAudit } from "../audit/recording.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Media } from "./model.ts";
import { presentMedia } from "./presenting.ts";
import { lockMedia, updateAlt } from "./queries.ts";
import type { MediaChanges } from "./schema.ts";

/**
 * Changes what a picture is described by. Articles that show it keep the words that they were saved with.
 * @throws DomainError PGRST116 when there is no such picture
 */
export const describeMedia = (ctx: Context, actor: Actor, id: string, { alt }: MediaChanges): Promise<Media> =>
  ctx.db.transaction().execute(async (trx) => {
    const before = await lockMedia(trx, id);
    if (!before) throw notFound("Picture");
    const after = await updateAlt(trx, id, alt);
    const entry = { action: "updated", entity: "media", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db: trx }, actor, { ...entry, before: { alt: before.alt }, after: { alt } });
    return presentMedia(after);
  });
