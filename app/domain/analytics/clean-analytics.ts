import type { Context } from "../context.ts";
import { deletedSalts } from "./collecting/identity.sql.ts";
import { deletedFinds, deletedRejected, deletedSessions } from "./collecting/idle-visits.sql.ts";
import { REJECTED_KEPT_MS, SESSION_KEPT_MS } from "./model.ts";

/**
 * Throws away what is kept for a while only: sessions and salts of the last 48 hours, after which nobody can tell who a
 * visitor was; the quarantine of 30 days; searches and missing pages as long as records are kept.
 */
export async function cleanAnalytics({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  await deletedSessions(db, new Date(now.getTime() - SESSION_KEPT_MS));
  await deletedSalts(db, new Date(now.getTime() - SESSION_KEPT_MS));
  await deletedRejected(db, new Date(now.getTime() - REJECTED_KEPT_MS));
  await deletedFinds(db, now);
}
