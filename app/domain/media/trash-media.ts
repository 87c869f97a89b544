import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { USES_NAMED } from "./list-media.ts";
import { mediaPolicy } from "./media.policy.ts";
import { libraryOf, lockMany, lockMedia, shownIn, usedAmong, usesOf } from "./media.sql.ts";
import type { MediaUse } from "./picture.ts";

/** `unchanged`: already in that state or unknown. */
export type BulkResult = { changed: number; unchanged: number; in_use: number };

const entryOf = ({ id, name }: { id: string; name: string }): AuditEntry => ({
  action: "trashed",
  entity: "media",
  entityId: id,
  label: name,
});

/** What shows images besides posts, as errors name it. */
const PLACES: Record<string, { field: string; name(title: string): string }> = {
  category: { field: "categories", name: (title) => `the category “${title}”` },
  author: { field: "authors", name: (title) => `the author page of “${title}”` },
  look: { field: "appearance", name: () => "the site’s look (Appearance)" },
};

const showerOf = ({ title, status }: MediaUse): string => PLACES[status]?.name(title) ?? `“${title}”`;

const isPost = ({ status }: MediaUse) => !(status in PLACES);

function inUse(uses: MediaUse[], total: number): DomainError {
  const shown = total === 2 ? uses.map(showerOf).join(" and ") : uses[0] && showerOf(uses[0]);
  const others = uses.every(isPost) ? "posts" : "places";
  const users = total > 2 ? `${shown} and ${total - 1} other ${others} use` : `${shown} ${total === 1 ? "uses" : "use"}`;
  const details = uses.map((use) => ({
    field: PLACES[use.status]?.field ?? "posts",
    rule: `${isPost(use) ? `${showerOf(use)} (${use.status})` : showerOf(use)} uses it`,
  }));
  return new DomainError("conflict", "in_use", `This image can’t be deleted: ${users} it`, { details });
}

const setTrashed = (db: Db, ids: string[], at: Date | null, by: string | null) =>
  db.updateTable("media").set({ trashed_at: at, trashed_by: by }).where("id", "=", sql<string>`any(${ids}::uuid[])`).execute();

/** For 30 days; its URLs answer 404 from then on. @throws DomainError `forbidden`; PGRST116; in_use (409) naming what uses it */
export async function trashMedia(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, mediaPolicy.delete);
  await ctx.db.transaction().execute(async (trx) => {
    // Locked, so that no post links it in the meantime.
    const row = await lockMedia(trx, id, libraryOf(actor));
    if (!row) throw notFound("Image");
    if (row.trashed_at) return;
    const total = await countUses(trx, id);
    if (total > 0) throw inUse(await usesOf(trx, actor, id, USES_NAMED), total);
    await setTrashed(trx, [id], ctx.clock.now(), actor.id);
    await recordAudit({ ...ctx, db: trx }, actor, entryOf(row));
  });
}

async function countUses(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${shownIn(id)}) s`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Leaves out those in use. @param ids 1 to 500; duplicates count once @throws DomainError `forbidden` */
export async function trashMany(ctx: Context, actor: Actor, ids: string[]): Promise<BulkResult> {
  authorize(actor, mediaPolicy.delete);
  const named = [...new Set(ids)];
  return ctx.db.transaction().execute(async (trx) => {
    const here = (await lockMany(trx, named, libraryOf(actor))).filter(({ trashed_at }) => trashed_at === null);
    const used = await usedAmong(trx, named);
    const free = here.filter(({ id }) => !used.has(id));
    await setTrashed(
      trx,
      free.map(({ id }) => id),
      ctx.clock.now(),
      actor.id,
    );
    await recordAudit({ ...ctx, db: trx }, actor, ...free.map(entryOf));
    return { changed: free.length, unchanged: named.length - here.length, in_use: here.length - free.length };
  });
}

/** Their URLs work again. @param ids 1 to 500; duplicates count once @throws DomainError `forbidden` */
export async function restoreMedia(ctx: Context, actor: Actor, ids: string[]): Promise<BulkResult> {
  authorize(actor, mediaPolicy.restore);
  const named = [...new Set(ids)];
  return ctx.db.transaction().execute(async (trx) => {
    const back = (await lockMany(trx, named, libraryOf(actor))).filter(({ trashed_at }) => trashed_at !== null);
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
