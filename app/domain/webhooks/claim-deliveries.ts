import { type RawBuilder, sql } from "kysely";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { composeEvent, type EventRow, readOnce, type SubjectReader } from "./compose-event.ts";
import { DELIVERIES_PER_HOST } from "./webhook-rules.ts";

/** Bodies that are written at a time. */
const BATCH = 100;
/** Until a body that could not be written is tried again. */
const COMPOSE_AGAIN_SECONDS = 60;

const NOW = sql<Date>`clock_timestamp()`;

export const later = (seconds: number): RawBuilder<Date> => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

async function composeBody(ctx: Context, row: EventRow, read: SubjectReader): Promise<void> {
  try {
    const body = await composeEvent(ctx, row, read);
    await ctx.db.updateTable("webhook_deliveries").set({ body }).where("id", "=", row.id).where("body", "is", null).execute();
  } catch (error) {
    const put = { next_at: later(COMPOSE_AGAIN_SECONDS), failure: "Its body could not be written" };
    await ctx.db.updateTable("webhook_deliveries").set(put).where("id", "=", row.id).where("body", "is", null).execute();
    reportError(ctx.log, error, `the body of the event ${row.id} could not be written; it is tried again`);
  }
}

/** One that fails delays its chain alone. @returns whether there may be more of them */
export async function composeEvents(ctx: Context): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhooks as w", "w.id", "d.webhook_id")
    .select(["d.id", "d.type", "d.subject_id", "d.facts", "d.created_at", "w.includes_addresses"])
    .where("d.state", "=", "waiting")
    .where("d.body", "is", null)
    .where("d.next_at", "<=", NOW)
    .orderBy("d.position")
    .limit(BATCH)
    .execute();
  const read = readOnce();
  for (const row of rows) await composeBody(ctx, row as EventRow, read);
  return rows.length === BATCH;
}

export type ClaimedDelivery = {
  id: string;
  webhook_id: string;
  type: string;
  body: string;
  attempts: number;
  claim: string;
  name: string;
  url: string;
  secret: string;
  previous_secret: string | null;
};

/**
 * What is due: the first of each chain, and no more per host than its share, which counts for all instances together.
 * @param seconds until others may claim them, too
 */
export const claimDeliveries = (db: Db, claim: string, seconds: number) =>
  withAdvisoryLock(db, "webhook deliveries", async (trx): Promise<ClaimedDelivery[]> => {
    const { rows } = await sql<ClaimedDelivery>`
      with due as (
        select d.id, coalesce(b.running, 0) + row_number() over (partition by w.host order by d.next_at, d.position) as place
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
          left join (select h.host, count(*) as running from webhook_deliveries r join webhooks h on h.id = r.webhook_id
            where r.state = 'claimed' group by h.host) b on b.host = w.host
        where d.state = 'waiting' and d.next_at <= ${NOW} and d.body is not null and w.is_active and not exists (
          select from webhook_deliveries e where e.webhook_id = d.webhook_id and e.chain = d.chain and e.position < d.position
            and e.state in ('waiting', 'claimed'))
      )
      update webhook_deliveries d set state = 'claimed', claim = ${claim}::uuid, lease_until = ${later(seconds)}, tried_at = ${NOW}
      from webhooks w, due where w.id = d.webhook_id and d.id = due.id and d.state = 'waiting' and due.place <= ${DELIVERIES_PER_HOST}
      returning d.id, d.webhook_id, d.type, d.body, d.attempts, d.claim, w.name, w.url, w.secret,
        case when w.previous_until > ${NOW} then w.previous_secret end as previous_secret`.execute(trx);
    return rows;
  });

/** Those whose process has ended: it may have delivered them, but nobody knows. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", claim: null, lease_until: null })
    .where("state", "=", "claimed")
    .where("lease_until", "<", NOW)
    .execute();
}
