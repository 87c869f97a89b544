import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { daysLeft, type TrashItem, type TrashPage } from "./model.ts";
import { trashPolicy } from "./trash.policy.ts";
import { countByKind, type TrashFilter, type TrashRow, trashRows } from "./trash.sql.ts";

const present = ({ trashed_at, ...row }: TrashRow, now: Date): TrashItem => ({
  ...row,
  trashed_at: trashed_at.toISOString(),
  days_left: daysLeft(trashed_at, now),
});

/**
 * Lists what can be brought back, the newest first. A page beyond the end is empty with the right totals. Two SQL statements.
 * @throws DomainError `forbidden`
 */
export async function listTrash(
  ctx: Context,
  actor: Actor,
  { page, limit, ...query }: TrashFilter & { page: number; limit: number },
): Promise<TrashPage> {
  authorize(actor, trashPolicy.read);
  const search = query.search?.trim() || undefined;
  const found = { post: 0, comment: 0, category: 0 };
  for (const { kind, n } of await countByKind(ctx.db, search)) found[kind] = n;
  const counts = { all: found.post + found.comment + found.category, ...found };
  const total = counts[query.kind ?? "all"];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await trashRows(ctx.db, { ...query, search }, { limit, offset }) : [];
  const now = ctx.clock.now();
  return { items: rows.map((row) => present(row, now)), total, page, pages: Math.ceil(total / limit), limit, counts };
}
