import { sql } from "kysely";
import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { commentPolicy } from "../comment.policy.ts";
import { readKnowledge } from "./filter.sql.ts";

/** Forgets all lessons. Scores of comments stay until it looks at them again. @throws DomainError `forbidden` */
export async function resetFilter(ctx: Context, actor: AuditActor): Promise<void> {
  authorize(actor, commentPolicy.setUpFilter);
  await ctx.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('comment filter'))`.execute(db);
    const { lessons } = await readKnowledge(db, []);
    await sql`delete from comment_filter_words`.execute(db);
    // Decisions from before count as learned and aren't learned again, but they are no longer in the counts.
    await sql`update comment_filter set reset_at = ${ctx.clock.now()}`.execute(db);
    const entry = { entity: "comment filter", entityId: null, label: "what it learned", before: lessons, after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "reset" });
  });
}
