import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { AuditActor } from "../audit/record-audit.ts";
import type { BulkAction } from "./comment-rules.ts";
import type { ModeratedState } from "./comments.sql.ts";

/** One step of moderation over many comments. `at`: `updated_at` of those that it changes, or `trashed_at`. */
export type Decision = { id: string; at: Date };

export async function beginDecision(db: Db, actor: AuditActor, action: BulkAction, now: Date): Promise<Decision> {
  const user_id = actor.kind === "user" ? actor.id : null;
  const made = db.insertInto("comment_decisions").values({ user_id, action, made_at: now }).returning("id");
  return { id: (await made.executeTakeFirstOrThrow()).id, at: now };
}

type Changed = { id: string; before: ModeratedState; after: Pick<ModeratedState, "is_spam"> & { status: string } };

/** In the transaction that changes them. */
export async function rememberChanged(db: Db, decision: Decision, changed: Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ id, before, after }) => ({
    decision_id: decision.id,
    comment_id: id,
    status_before: before.status,
    is_spam_before: before.is_spam,
    spam_reason_before: before.spam_reason,
    decided_before: before.decided_as,
    status_after: after.status,
    is_spam_after: after.is_spam,
  }));
  await db.insertInto("comment_decision_rows").values(rows).execute();
  await db
    .updateTable("comment_decisions")
    .set({ comments: sql<number>`comments + ${changed.length}` })
    .where("id", "=", decision.id)
    .execute();
}
