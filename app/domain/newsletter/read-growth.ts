import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { daysOf, type Period } from "../../platform/time/day.ts";
import { localDay, startOfDay } from "../../platform/time/zone.ts";
import { periodOf } from "../analytics/analytics-rules.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { newsletterPolicy } from "./newsletter.policy.ts";
import type { NewsletterGrowth } from "./newsletter.ts";
import type { GrowthRange } from "./newsletter-rules.ts";

/** `day`: ISO date. */
type DayRow = { day: string; confirmed: number; ended: number };

const EVER_CONFIRMED = sql`confirmed_at is not null`;
const ENDED_AT = sql`case when state <> 'confirmed' then ended_at end`;

async function changesByDay(db: Db, { from, to }: Period, timezone: string): Promise<DayRow[]> {
  const within = sql`at >= ${startOfDay(from, timezone)} and at < ${startOfDay(to, timezone, 1)}`;
  const { rows } = await sql<DayRow>`
    select to_char(at at time zone ${timezone}, 'YYYY-MM-DD') as day, sum(confirmed)::int as confirmed, sum(ended)::int as ended
    from (
      select confirmed_at as at, 1 as confirmed, 0 as ended from subscribers where ${EVER_CONFIRMED}
      union all select ${ENDED_AT}, 0, 1 from subscribers where ${EVER_CONFIRMED}
    ) changes
    where ${within} group by 1`.execute(db);
  return rows;
}

/** How many were confirmed, and had not ended yet, when the day began. */
async function subscribedBefore(db: Db, day: string, timezone: string): Promise<number> {
  const start = startOfDay(day, timezone);
  const { rows } = await sql<{ n: number }>`
    select (count(*) filter (where confirmed_at < ${start}) - count(*) filter (where ${ENDED_AT} < ${start}))::int as n
    from subscribers where ${EVER_CONFIRMED}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function startedIssues(db: Db, { from, to }: Period, timezone: string): Promise<NewsletterGrowth["issues"]> {
  const rows = await db
    .selectFrom("newsletter_issues")
    .select([
      "id",
      sql<string>`to_char(started_at at time zone ${timezone}, 'YYYY-MM-DD')`.as("date"),
      sql<string>`mail ->> 'subject'`.as("subject"),
    ])
    .where("started_at", ">=", startOfDay(from, timezone))
    .where("started_at", "<", startOfDay(to, timezone, 1))
    .orderBy("started_at")
    .execute();
  return rows;
}

/** Of those who are known today: who was erased is in no day, and who left and came back counts from then on. */
export async function readGrowth(
  ctx: Context,
  actor: Actor,
  { range, timezone }: { range: GrowthRange; timezone: string },
): Promise<NewsletterGrowth> {
  authorize(actor, newsletterPolicy.read);
  const period = periodOf({ range }, localDay(ctx.clock.now().getTime(), timezone));
  const [rows, before, issues] = await Promise.all([
    changesByDay(ctx.db, period, timezone),
    subscribedBefore(ctx.db, period.from, timezone),
    startedIssues(ctx.db, period, timezone),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  let subscribers = before;
  const days = daysOf(period).map((date) => {
    const { confirmed = 0, ended = 0 } = byDay.get(date) ?? {};
    subscribers += confirmed - ended;
    return { date, subscribers, confirmed, ended };
  });
  return { days, issues };
}
