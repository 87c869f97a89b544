import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { mediaPolicy } from "./media.policy.ts";
import { lockMedia, type MediaRow, updateMedia } from "./media.sql.ts";
import type { Media, MediaChanges } from "./picture.ts";
import { presentMedia } from "./present-media.ts";

const described = ({ name, alt, focus_x, focus_y }: MediaRow) => ({ name, alt, focus_x, focus_y });

/**
 * Changes what a picture is called, what it is described by, and what is kept in sight when it is cut. Articles that show it keep
 * the words that they were saved with; the focal point counts at once wherever it is shown.
 * @param changes what is left out stays; nothing at all changes nothing
 * @throws DomainError `forbidden`; PGRST116 when there is no such picture
 */
export async function describeMedia(ctx: Context, actor: Actor, id: string, changes: MediaChanges): Promise<Media> {
  authorize(actor, mediaPolicy.update);
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockMedia(trx, id);
    if (!before) throw notFound("Picture");
    const { name, alt, focus_x, focus_y } = { ...described(before), ...changes };
    const after = await updateMedia(trx, id, { name, alt, focus_x, focus_y });
    const entry = { action: "updated", entity: "media", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db: trx }, actor, { ...entry, before: described(before), after: described(after) });
    return presentMedia(after);
  });
}
