import type { Db } from "../../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import type { Context } from "../../context.ts";
import { archivedOrder } from "./featured.ts";
import { lockOrder, storedOrder, storeOrder } from "./featured-order.sql.ts";

const NAME = "home.featured";

type ArchivedPart = { name: string; value: string; refused: string | null };

/** Posts keep their ids between sites. */
export async function exportFeaturedOrder(db: Db): Promise<{ post_ids: string[] }> {
  const { post_ids } = await storedOrder(db);
  const here = await idsOfPosts(db, post_ids);
  return { post_ids: post_ids.filter((id) => here.has(id)) };
}

async function idsOfPosts(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await db.selectFrom("posts").select("id").where("id", "in", ids).execute()).map(({ id }) => id));
}

function judge(archived: unknown, here: string[]): { part: ArchivedPart; ids: string[] } | null {
  const { success, data, error } = archivedOrder.safeParse(archived);
  if (success && data.post_ids.length === 0) return null;
  const refused = !success
    ? `${error.issues[0]?.message ?? "It isn’t valid here"}.`
    : here.length > 0
      ? "It is already set here and stays as it is."
      : null;
  return { part: { name: NAME, value: "(a list)", refused }, ids: data?.post_ids ?? [] };
}

/** Stores nothing. @param archived null if the archive has none */
export async function previewFeaturedOrder({ db }: Context, archived: unknown): Promise<ArchivedPart[]> {
  if (archived === null) return [];
  const judged = judge(archived, (await storedOrder(db)).post_ids);
  return judged ? [judged.part] : [];
}

const ENTRY = { action: "ordered", entity: "post", entityId: null, label: "Featured stories" } as const;
const logged = (ids: string[]) => ({ featured_order: ids.length === 0 ? null : `${ids.length} posts` });

/** Only where there is no order yet. Posts that aren't here are left out. @param note stores what was adopted, in the same transaction */
export async function adoptFeaturedOrder(
  ctx: Context,
  actor: AuditActor,
  archived: unknown,
  note: (db: Db, adopted: Record<string, unknown>) => Promise<void>,
): Promise<ArchivedPart[]> {
  if (archived === null) return [];
  return ctx.db.transaction().execute(async (db) => {
    const before = await lockOrder(db);
    const judged = judge(archived, before.post_ids);
    if (!judged) return [];
    const here = await idsOfPosts(db, judged.ids);
    const ids = judged.ids.filter((id) => here.has(id));
    if (judged.part.refused !== null || ids.length === 0) return [judged.part];
    await storeOrder(db, ids, ctx.clock.now());
    await recordAudit({ ...ctx, db }, actor, { ...ENTRY, before: logged(before.post_ids), after: logged(ids) });
    await note(db, { [NAME]: ids });
    return [judged.part];
  });
}

/** Only if it hasn't been changed since. @param adopted as `adoptFeaturedOrder` noted; ignores other names @returns its name if it stays */
export async function forgetFeaturedOrder(ctx: Context, actor: AuditActor, adopted: Record<string, unknown>): Promise<string[]> {
  if (!Object.hasOwn(adopted, NAME)) return [];
  return ctx.db.transaction().execute(async (db) => {
    const { post_ids } = await lockOrder(db);
    if (JSON.stringify(post_ids) !== JSON.stringify(adopted[NAME])) return [NAME];
    await storeOrder(db, [], ctx.clock.now());
    await recordAudit({ ...ctx, db }, actor, { ...ENTRY, before: logged(post_ids), after: logged([]) });
    return [];
  });
}
