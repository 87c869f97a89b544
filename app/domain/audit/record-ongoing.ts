import type { Context } from "../context.ts";
import { amendEntry, newestEntryOf } from "./audit.sql.ts";
import { type AuditEntry, changesOf } from "./model.ts";
import { type AuditActor, recordAudit } from "./record-audit.ts";

type Sides = Record<string, unknown> | null;

/** How long small writes of one kind count as one, in ms. */
const ONE_ENTRY_MS = 10 * 60_000;

/** Two entries as one: what stood there before the first, what stands there after the second. */
function joined(first: { before: Sides; after: Sides }, second: { before: Sides; after: Sides }) {
  const before: Record<string, unknown> = { ...second.before, ...first.before };
  const after: Record<string, unknown> = { ...first.after, ...second.after };
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (side: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, side[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/**
 * Notes one of many small writes, such as those of a post that is saved while it is typed: for ten minutes one person's writes of
 * one thing are one entry, unless somebody else or something else came between. In the transaction of `ctx.db`.
 */
export async function recordOngoing(ctx: Context, writer: AuditActor, entry: AuditEntry): Promise<void> {
  const { action, entity, entityId } = entry;
  const since = new Date(ctx.clock.now().getTime() - ONE_ENTRY_MS);
  const newest = entityId === null ? undefined : await newestEntryOf(ctx.db, entity, entityId, since);
  if (newest?.action !== action || writer.kind !== "user" || newest.actor_id !== writer.id)
    return recordAudit(ctx, writer, entry);
  await amendEntry(ctx.db, newest.id, joined(newest as { before: Sides; after: Sides }, changesOf(entry)));
}
