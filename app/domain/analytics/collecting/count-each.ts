import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { reportError } from "../../../platform/log/log.ts";
import type { Context } from "../../context.ts";
import type { Outcome, Reason, StoredHit } from "../model.ts";
import { type CountingOptions, countHits } from "./count-hits.ts";

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

type Settled = PromiseSettledResult<Outcome>;

/** A deadlock or a cancelled statement says nothing of the rows: they are tried once more as they are. */
const PASSING = new Set(["40P01", "40001", "57014"]);
/** A broken statement or row (SQLSTATE 22 and 23): one of the rows may be to blame, and the others aren't. */
const OF_A_ROW = /^2[23]/;

/**
 * Does `work` with all items; when the database refuses for the sake of one, with smaller and smaller parts of them, so that
 * the one is found and the others are kept.
 * @returns what became of each, in their order
 */
async function each<Item>(items: Item[], work: (items: Item[]) => Promise<Outcome[]>, tries = 2): Promise<Settled[]> {
  if (items.length === 0) return [];
  try {
    return (await work(items)).map((value) => ({ status: "fulfilled", value }));
  } catch (reason) {
    const code = String((reason as { code?: unknown }).code ?? "");
    if (PASSING.has(code) && tries > 1) return each(items, work, tries - 1);
    if (!OF_A_ROW.test(code) || items.length === 1) return items.map(() => ({ status: "rejected", reason }));
    const half = Math.ceil(items.length / 2);
    return [...(await each(items.slice(0, half), work)), ...(await each(items.slice(half), work))];
  }
}

/**
 * Counts hits and keeps the rejected ones, each in its own transaction. What fails, fails for those alone whom it concerns.
 * @returns what became of each, in the order given
 */
export async function countEach(
  { db, log }: Pick<Context, "db" | "log">,
  { hits, rejected, options }: { hits: StoredHit[]; rejected: RejectedHit[]; options: CountingOptions },
): Promise<{ counted: Settled[]; held: Settled[] }> {
  const counted = await each(hits, (some) => countHits(db, some, options));
  const held = await each(rejected, async (some) => {
    await quarantineHits(db, some);
    return some.map(({ reason }) => reason);
  });
  const failed = [...counted, ...held].find((result) => result.status === "rejected");
  if (failed) {
    // A month's table may have gone since: it is looked for again.
    options.dictionaries?.months.clear();
    reportError(log, failed.reason, "visits could not be counted");
  }
  return { counted, held };
}
