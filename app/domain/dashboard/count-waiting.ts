import { readBackupHealth } from "../backups/backup-health.ts";
import type { Context } from "../context.ts";
import type { WaitingCounts } from "./dashboard.ts";
import { countPendingComments, countPeopleWaiting, countUnsentMails } from "./read-dashboard.ts";

/**
 * Counts what waits for an admin, without the figures of the dashboard: every screen asks for it.
 * @param timezone of the site, IANA name
 */
export async function countWaiting(ctx: Context, timezone: string): Promise<WaitingCounts> {
  const [pending_comments, unsent, people, { warnings }] = await Promise.all([
    countPendingComments(ctx.db),
    countUnsentMails(ctx.db),
    countPeopleWaiting(ctx.db, ctx.clock.now()),
    readBackupHealth(ctx, timezone),
  ]);
  return { pending_comments, emails: unsent + people, backup_warnings: warnings.length };
}
