import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { analyticsPolicy } from "./analytics.policy.ts";
import { storedOptions, storeOptions } from "./options.sql.ts";
import type { TrafficOptions } from "./traffic/traffic.ts";

/** The options of collecting. */
export const readOptions = (ctx: Context): Promise<TrafficOptions> => storedOptions(ctx.db);

/** Stores the options. @returns the new options @throws DomainError `forbidden` */
export async function saveOptions(ctx: Context, actor: Actor, options: TrafficOptions): Promise<TrafficOptions> {
  authorize(actor, analyticsPolicy.updateOptions);
  return withAdvisoryLock(ctx.db, "analytics options", async (db) => {
    const before = await storedOptions(db);
    await storeOptions(db, options, ctx.clock.now());
    const entry = { action: "updated", entity: "analytics options", entityId: null, label: "Analytics options" } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before, after: options });
    return options;
  });
}
