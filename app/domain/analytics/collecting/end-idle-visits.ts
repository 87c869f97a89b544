import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { localDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { visitStartedAt } from "../model.ts";
import { oncePerQuarter } from "../rollups/marks.ts";
import { endVisits, markDirtyDays } from "./hits.sql.ts";
import { sessionOfVisitor } from "./identity.ts";
import { endedSessions, idleVisits, judgedSessions, unengagedVisits, unjudgedVisits } from "./idle-visits.sql.ts";
import { withdrawRecords } from "./withdraw-records.ts";

type Db = Kysely<DB>;

/** Visits in one transaction: nobody who collects waits for long. */
const AT_ONCE = 2000;

/**
 * Ends the visits that nobody was heard of for 30 minutes, as of their last sign of life, and looks at how those were read
 * that can't go on any more. May run in several processes at once.
 * @param options `timezone` IANA name of the site's
 * @returns how many visits ended, and how many records went to quarantine because nobody read what was opened
 */
export async function endIdleVisits(
  ctx: Context,
  { timezone }: { timezone: string },
): Promise<{ ended: number; withdrawn: number }> {
  const now = ctx.clock.now();
  const ended = await inPortions(ctx.db, (trx) => endPortion(trx, now));
  const withdrawn = { records: 0 };
  await inPortions(ctx.db, (trx) => judgePortion(trx, now, { timezone, withdrawn }));
  return { ended, withdrawn: withdrawn.records };
}

async function inPortions(db: Db, portion: (trx: Db) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await db.transaction().execute(portion);
    all += done;
    if (done < AT_ONCE) return all;
  }
}

async function endPortion(db: Db, now: Date): Promise<number> {
  const idle = await idleVisits(db, now, AT_ONCE);
  if (idle.length === 0) return 0;
  await endVisits(
    db,
    idle.map(({ visit, last_at }) => ({
      visit,
      ended_seconds: Math.max(0, Math.round((last_at.getTime() - visitStartedAt(visit)) / 1000)),
      left: false,
    })),
  );
  await endedSessions(
    db,
    idle.map(({ session_id }) => session_id),
  );
  await markDirtyDays(db, oncePerQuarter(idle.map(({ visit }) => visitStartedAt(visit))));
  return idle.length;
}

async function judgePortion(
  db: Db,
  now: Date,
  { timezone, withdrawn }: { timezone: string; withdrawn: { records: number } },
): Promise<number> {
  const over = await unjudgedVisits(db, now, AT_ONCE);
  if (over.length === 0) return 0;
  // A page without JavaScript can't tell whether it is being read.
  const telling = over.filter(
    ({ session_id, visit, visitor }) =>
      session_id.replaceAll("-", "") !== sessionOfVisitor(visitor, localDay(visitStartedAt(visit), timezone)),
  );
  const unengaged = await unengagedVisits(
    db,
    telling.map(({ visit }) => visit),
  );
  withdrawn.records += await withdrawRecords(db, unengaged, "no_engagement");
  await judgedSessions(
    db,
    over.map(({ session_id }) => session_id),
  );
  return over.length;
}
