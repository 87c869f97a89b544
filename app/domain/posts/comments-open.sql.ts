import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";

/** Days; null: never. */
const days = sql`(select nullif((value ->> 'closeCommentsAfter')::int, 0) from settings)`;

/**
 * Whether readers can comment on the published post `p`, if comments are enabled for the site: one rule for what pages say and for what is
 * accepted.
 */
export const commentsAreOpen = (now: Date): RawBuilder<boolean> =>
  sql`(p.comments_open and (p.comments_stay_open or coalesce(p.published_at + ${days} * interval '24 hours' > ${now}::timestamptz, true)))`;

/** Makes every instance drop its pages if comments on some post have closed by themselves. @param since the time of the last look */
export async function announceClosing({ db, clock }: Context, since: Date): Promise<Date> {
  const now = clock.now();
  if (await closedBetween(db, since, now)) await sql`select tell_content_changed('posts')`.execute(db);
  return now;
}

async function closedBetween(db: Db, since: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from posts p, (select ${days} * interval '24 hours' as span) s
    where p.status = 'published' and p.comments_open and not p.comments_stay_open
      and p.published_at > ${since}::timestamptz - s.span and p.published_at <= ${now}::timestamptz - s.span limit 1`.execute(db);
  return rows.length > 0;
}
