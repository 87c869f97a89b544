import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { amendEntry, insertEntries, newestEntryOf } from "./audit.sql.ts";
import type { AuditEntity } from "./audit.ts";

/** One write. `before` and `after` hold what changed, in the names of the API; null where there was or is nothing. */
export type AuditEntry = {
  /** verb in the past: `created`, `updated`, `deleted`, `published` … */
  action: string;
  entity: AuditEntity;
  entityId: string | null;
  /** what it is called: a title, a name, an address */
  label: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/** The longest label, and the longest text within `before` and `after`, in characters. */
const AUDIT_LABEL_MAX = 300;
const AUDIT_TEXT_MAX = 500;

const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** A value as the log keeps it: long texts are cut, for the log tells of changes and is no backup. */
function kept(value: unknown): unknown {
  if (typeof value === "string") return short(value, AUDIT_TEXT_MAX);
  if (Array.isArray(value)) return value.slice(0, 50).map(kept);
  if (value && typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, kept(one)]));
  }
  return value;
}

/** The fields that differ, each side by itself; what was created or deleted stands whole on its one side. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
} {
  const whole = (side: AuditEntry["before"]) => (side ? (kept(side) as Record<string, unknown>) : null);
  if (!before || !after) return { before: whole(before), after: whole(after) };
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs);
  const side = (values: Record<string, unknown>) => whole(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
  return { before: side(before), after: side(after) };
}

export const shortLabel = (label: string): string => short(label, AUDIT_LABEL_MAX);

/** Who writes: a signed-in admin, a reader with their own account, the operator at the command line, or the product itself because the time has come. */
export type AuditActor = Actor | { kind: "operator" } | { kind: "schedule" } | { kind: "reader" };

const NAMES = { operator: "(command line)", schedule: "(by itself)", anonymous: "(nobody)", reader: "(reader)" } as const;

const emailOf = (writer: AuditActor) => (writer.kind === "user" ? writer.email : NAMES[writer.kind]);

/**
 * Notes writes of the back office, in the transaction of `ctx.db`: what is rolled back was never written.
 * @param entries one for each thing that was changed; an update that changed nothing is left out
 */
export async function recordAudit(ctx: Context, writer: AuditActor, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.flatMap(({ action, entity, entityId, label, before, after }) => {
    const changes = changesOf({ before, after });
    if (before && after && Object.keys(changes.after ?? {}).length === 0) return [];
    return [
      {
        at: ctx.clock.now(),
        actor_id: writer.kind === "user" ? writer.id : null,
        actor_email: emailOf(writer),
        action,
        entity,
        entity_id: entityId,
        label: shortLabel(label),
        before: changes.before && JSON.stringify(changes.before),
        after: changes.after && JSON.stringify(changes.after),
      },
    ];
  });
  if (rows.length > 0) await insertEntries(ctx.db, rows);
}

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
