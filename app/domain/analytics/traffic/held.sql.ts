import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { containsText } from "../../../platform/database/text-search.ts";
import type { StoredHit } from "../model.ts";
import { networkMeant } from "./network-model.ts";

type Db = Kysely<DB>;

/** What is looked for among the held hits. */
export type HeldFilter = { reason?: string | undefined; search?: string | undefined };

export type HeldRow = {
  id: string;
  at: Date;
  reason: string;
  network: string | null;
  user_agent: string;
  path: string;
  referrer: string | null;
};

const columns = sql`id::text as id, at, reason, network::text as network, user_agent, path, referrer`;

function filtered({ reason, search }: HeldFilter) {
  const ofReason = reason === undefined ? sql`true` : sql`reason = ${reason}`;
  if (search === undefined) return ofReason;
  const network = networkMeant(search);
  if (network !== null) return sql`${ofReason} and network <<= ${network}::cidr`;
  return sql`${ofReason} and ${containsText(sql`rejected_words(user_agent, path, referrer)`, search)}`;
}

/** How many are held; `most` when there are as many or more. */
export async function countHeld(db: Db, filter: HeldFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from analytics_rejected where ${filtered(filter)} limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One page of them, the newest first. */
export async function heldRows(db: Db, filter: HeldFilter, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<HeldRow>`
    select ${columns} from analytics_rejected where ${filtered(filter)}
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many are held for each of the reasons, up to `most` each; those without any are left out. */
export async function countReasons(db: Db, reasons: readonly string[], most: number) {
  const { rows } = await sql<{ reason: string; count: number }>`
    select w.reason, f.count from unnest(${reasons}::text[]) with ordinality w(reason, place)
    cross join lateral (
      select count(*)::integer as count from (select from analytics_rejected r where r.reason = w.reason limit ${most}) found
    ) f where f.count > 0 order by w.place`.execute(db);
  return rows;
}

/** What rules can be made of in these hits. */
export async function heldTraits(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Pick<HeldRow, "network" | "user_agent" | "referrer">>`
    select distinct network::text as network, user_agent, referrer from analytics_rejected
    where id = any(${ids}::bigint[]) order by 1, 2, 3`.execute(db);
  return rows;
}

/** Takes hits out of quarantine; what somebody else has taken meanwhile is left out. */
export async function takeHeld(db: Db, ids: readonly string[]): Promise<StoredHit[]> {
  const { rows } = await sql<{ hit: StoredHit }>`
    delete from analytics_rejected where id = any(${ids}::bigint[]) returning hit`.execute(db);
  return rows.map(({ hit }) => hit);
}
