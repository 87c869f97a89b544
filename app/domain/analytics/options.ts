import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { analyticsPolicy } from "./analytics.policy.ts";
import type { TrafficOptions } from "./traffic/traffic.ts";

const storedOptions = (db: Db): Promise<TrafficOptions> =>
  db.selectFrom("analytics_options").select(["retention_months", "count_admins"]).executeTakeFirstOrThrow();

export const readOptions = (ctx: Context): Promise<TrafficOptions> => storedOptions(ctx.db);

/** @throws DomainError `forbidden` */
export async function saveOptions(ctx: Context, actor: Actor, options: TrafficOptions): Promise<TrafficOptions> {
  authorize(actor, analyticsPolicy.updateOptions);
  return withAdvisoryLock(ctx.db, "analytics options", async (db) => {
    const before = await storedOptions(db);
    await db
      .updateTable("analytics_options")
      .set({ retention_months: options.retention_months, count_admins: options.count_admins, updated_at: ctx.clock.now() })
      .execute();
    const entry = { action: "updated", entity: "analytics options", entityId: null, label: "Analytics options" } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before, after: options });
    return options;
  });
}
