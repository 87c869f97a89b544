import type { Insertable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { cutText } from "../text-rules.ts";
import type { AuditEntity } from "./audit.ts";

/** `before` and `after`: the fields that changed, named as in the API; null if there is nothing on that side. */
export type AuditEntry = {
  /** a verb in the past tense: `created`, `updated`, `deleted`, `published` … */
  action: string;
  entity: AuditEntity;
  entityId: string | null;
  /** a title, name or email address */
  label: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/** Characters of a label, and of each text in `before` and `after`. */
const AUDIT_LABEL_MAX = 300;
const AUDIT_TEXT_MAX = 500;

/** Long texts are cut: the log is no backup. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return cutText(value, AUDIT_TEXT_MAX, "…");
  if (Array.isArray(value)) return value.slice(0, 50).map(shortened);
  if (value && typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
  }
  return value;
}

/** Something that was created or deleted has all its fields on its one side. */
function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
} {
  const whole = (side: AuditEntry["before"]) => (side ? (shortened(side) as Record<string, unknown>) : null);
  if (!before || !after) return { before: whole(before), after: whole(after) };
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs);
  const side = (values: Record<string, unknown>) => whole(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
  return { before: side(before), after: side(after) };
}

export type AuditActor = Actor | { kind: "operator" } | { kind: "schedule" } | { kind: "reader" };

const NAMES = { operator: "(command line)", schedule: "(by itself)", anonymous: "(nobody)", reader: "(reader)" } as const;

function nameOf(actor: AuditActor): string {
  if (actor.kind !== "user") return NAMES[actor.kind];
  return actor.token ? `token ${actor.token.name} of ${actor.email}` : actor.email;
}

/** PostgreSQL limits the parameters of a statement. */
const BATCH = 1000;

/** In the transaction of `ctx.db`. @param entries one for each thing that changed; updates that changed nothing are skipped */
export async function recordAudit(ctx: Context, actor: AuditActor, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.flatMap(({ action, entity, entityId, label, before, after }) => {
    const changes = changesOf({ before, after });
    if (before && after && Object.keys(changes.after ?? {}).length === 0) return [];
    return [
      {
        at: ctx.clock.now(),
        actor_id: actor.kind === "user" ? actor.id : null,
        actor_email: nameOf(actor),
        action,
        entity,
        entity_id: entityId,
        label: cutText(label, AUDIT_LABEL_MAX, "…"),
        before: changes.before && JSON.stringify(changes.before),
        after: changes.after && JSON.stringify(changes.after),
      },
    ];
  });
  if (rows.length > 0) await insertEntries(ctx.db, rows);
}

async function insertEntries(db: Db, rows: Insertable<DB["audit_log"]>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await db
      .insertInto("audit_log")
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}

type Sides = Record<string, unknown> | null;

const ONE_ENTRY_MS = 10 * 60_000;

function joined(first: { before: Sides; after: Sides }, second: { before: Sides; after: Sides }) {
  const before: Record<string, unknown> = { ...second.before, ...first.before };
  const after: Record<string, unknown> = { ...first.after, ...second.after };
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (side: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, side[name] ?? null]));
  return { before: only(before), after: only(after) };
}

const newestEntryOf = (db: Db, entity: string, entityId: string, since: Date) =>
  db
    .selectFrom("audit_log")
    .select(["id", "actor_id", "actor_email", "action", "before", "after"])
    .where("entity", "=", entity)
    .where("entity_id", "=", entityId)
    .where("at", ">", since)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

const amendEntry = (db: Db, id: number, { before, after }: { before: object; after: object }) =>
  db
    .updateTable("audit_log")
    .set({ before: JSON.stringify(before), after: JSON.stringify(after) })
    .where("id", "=", id)
    .execute();

/**
 * For small changes, such as saves while an author types: one actor's changes of one thing share an entry for ten minutes, unless another
 * entry about it comes in between. In the transaction of `ctx.db`.
 */
export async function recordOngoing(ctx: Context, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { action, entity, entityId } = entry;
  const since = new Date(ctx.clock.now().getTime() - ONE_ENTRY_MS);
  const newest = entityId === null ? undefined : await newestEntryOf(ctx.db, entity, entityId, since);
  const isSame = actor.kind === "user" && newest?.actor_id === actor.id && newest.actor_email === nameOf(actor);
  if (newest?.action !== action || !isSame) return recordAudit(ctx, actor, entry);
  await amendEntry(ctx.db, newest.id, joined(newest as { before: Sides; after: Sides }, changesOf(entry)));
}
