import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { insertEntries } from "./audit.sql.ts";
import { type AuditEntry, changesOf, shortLabel } from "./model.ts";

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
