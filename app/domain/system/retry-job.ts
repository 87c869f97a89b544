import { retryFailedJob } from "../../platform/jobs/failed-jobs.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { reviveImport } from "../imports/import-commands.ts";
import { IMPORT_WANTED } from "../imports/model.ts";
import { systemPolicy } from "./system.policy.ts";

/**
 * Lets a job that was given up be done once more.
 * @param id the job's, as `readSystem` tells it
 * @throws DomainError forbidden; not found when no job with this id is given up: somebody was quicker, or it is gone
 */
export async function retryJob(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, systemPolicy.retryJob);
  await ctx.db.transaction().execute(async (db) => {
    const job = await retryFailedJob(db, id);
    if (!job) throw notFound("Failed job");
    // An import that was given up says so, and its job would find nothing to do.
    if (job.name === IMPORT_WANTED) await reviveImport({ ...ctx, db }, (job.data as { id: string }).id);
    const entry = { action: "retried", entity: "job" as const, entityId: id, label: job.name };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { reason: job.reason }, after: null });
  });
}
