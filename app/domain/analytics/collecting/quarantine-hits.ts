import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Reason, StoredHit } from "../model.ts";

/** A hit that isn't counted, and why. */
export type RejectedHit = { reason: Reason; hit: StoredHit };

/** Keeps rejected hits in quarantine, whole, so that each can be counted after all. */
export async function quarantineHits(db: Kysely<DB>, rejected: readonly RejectedHit[]): Promise<void> {
  if (rejected.length === 0) return;
  const rows = rejected.map(({ reason, hit }) => ({
    at: hit.at,
    reason,
    session_id: hit.session,
    visitor: hit.visitor,
    network: hit.network,
    user_agent: hit.agent.user_agent,
    path: hit.path,
    referrer: hit.origin.referrer_url,
    hit,
  }));
  await sql`
    insert into analytics_rejected (at, reason, session_id, visitor, network, user_agent, path, referrer, hit)
    select at, reason, session_id, visitor, network, user_agent, path, referrer, hit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (at timestamptz, reason text, session_id uuid, visitor bigint,
      network cidr, user_agent text, path text, referrer text, hit jsonb)`.execute(db);
}
