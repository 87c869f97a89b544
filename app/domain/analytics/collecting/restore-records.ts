import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { NumberedHit } from "./dictionaries.ts";

/**
 * Puts records back that were counted once and then taken to quarantine, as they were. Those whose page is gone stay away.
 * @returns the visits that they belong to, in decimal
 */
export async function restoreRecords(db: Kysely<DB>, held: readonly NumberedHit[]): Promise<string[]> {
  const rows = held.flatMap(({ hit, pathId, originId, agentId, placeId }) => {
    const { record, visitor, network, engaged, scroll, is_authenticated, is_demo } = hit;
    if (!record || pathId === null) return [];
    const ids = { path_id: pathId, origin_id: originId, agent_id: agentId, place_id: placeId };
    return [{ ...record, ...ids, visitor, network, engaged, scroll, is_authenticated, is_demo }];
  });
  if (rows.length === 0) return [];
  await sql`
    insert into analytics_records as r (visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds,
      ended_seconds, views, engaged_seconds, scroll_depth, is_authenticated, is_bounce, is_demo, network)
    select visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, ended_seconds, views, engaged, scroll,
      is_authenticated, is_bounce, is_demo, network
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (visit bigint, visitor bigint, path_id integer, origin_id integer,
      agent_id integer, place_id integer, first_seconds integer, last_seconds integer, ended_seconds integer, views integer,
      engaged integer, scroll integer, is_authenticated boolean, is_bounce boolean, is_demo boolean, network cidr)
    order by visit, path_id
    on conflict (visit, path_id) do update set
      views = least(r.views::integer + excluded.views, 32767),
      first_seconds = least(r.first_seconds, excluded.first_seconds),
      last_seconds = greatest(r.last_seconds, excluded.last_seconds),
      engaged_seconds = greatest(r.engaged_seconds, excluded.engaged_seconds),
      scroll_depth = greatest(r.scroll_depth, excluded.scroll_depth)`.execute(db);
  return [...new Set(rows.map(({ visit }) => visit))];
}
