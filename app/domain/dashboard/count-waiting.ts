import { type Actor, authorize } from "../authorize.ts";
import { readBackupHealth } from "../backups/backup-health.ts";
import type { Context } from "../context.ts";
import { systemPolicy } from "../system/system.policy.ts";
import type { WaitingCounts } from "./dashboard.ts";
import { countPendingComments, countPeopleWaiting, countUnsentMails } from "./read-dashboard.ts";

/**
 * Counts what waits for the actor, without the figures of the dashboard: every screen asks for it.
 * @param timezone of the site, IANA name
 */
export async function countWaiting(ctx: Context, actor: Actor, timezone: string): Promise<WaitingCounts> {
  authorize(actor, systemPolicy.readDashboard);
  const [comments, server] = await Promise.all([
    countPendingComments(ctx.db, actor),
    systemPolicy.readState.admits(actor) ? countForServer(ctx, timezone) : {},
  ]);
  return { ...comments, ...server };
}

async function countForServer(ctx: Context, timezone: string): Promise<WaitingCounts> {
  const [unsent, people, { warnings }] = await Promise.all([
    countUnsentMails(ctx.db),
    countPeopleWaiting(ctx.db, ctx.clock.now()),
    readBackupHealth(ctx, timezone),
  ]);
  return { emails: unsent + people, backup_warnings: warnings.length };
}
