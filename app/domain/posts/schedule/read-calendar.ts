import { sql } from "kysely";
import { daysBetween, isDay } from "../../../platform/time/day.ts";
import { localDay, startOfDay } from "../../../platform/time/zone.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { invalid } from "../../errors.ts";
import type { PlanKind } from "../edit-rules.ts";
import { postPolicy } from "../post.policy.ts";
import { reachOf } from "../reach.sql.ts";
import { CALENDAR_DAYS_MAX, CALENDAR_DRAFTS, CALENDAR_ENTRIES_MAX, type Calendar } from "./schedule.ts";

type EntryRow = {
  post_id: string;
  title: string;
  slug: string;
  kind: "published" | PlanKind;
  at: Date;
  failure: string | null;
};

/** By day in the site's timezone. Two SQL statements. @param query `2026-01-31` @throws DomainError `forbidden`; invalid_input */
export async function readCalendar(
  ctx: Context,
  actor: Actor,
  { from, to }: { from: string; to: string },
  timezone: string,
): Promise<Calendar> {
  authorize(actor, postPolicy.readAny);
  for (const [field, day] of Object.entries({ from, to })) {
    if (!isDay(day)) throw invalid("This day doesn’t exist", [{ field, rule: "must be a day, such as 2026-01-31" }]);
  }
  const days = daysBetween(from, to);
  if (days < 1 || days > CALENDAR_DAYS_MAX) {
    const rule = `must be at most ${CALENDAR_DAYS_MAX - 1} days after from`;
    throw invalid("This range is too long", [{ field: "to", rule }]);
  }
  const [begin, end] = [startOfDay(from, timezone), startOfDay(to, timezone, 1)];
  const isReached = reachOf(actor)(sql`p.id`);
  const { rows: entries } = await sql<EntryRow>`
    select p.id as post_id, p.title, p.slug, 'published' as kind, p.published_at as at, null as failure
    from posts p where p.status = 'published' and p.published_at >= ${begin} and p.published_at < ${end} and ${isReached}
    union all
    select p.id, p.title, p.slug, s.kind, s.at, s.failure
    from post_schedules s join posts p on p.id = s.post_id where s.at >= ${begin} and s.at < ${end} and ${isReached}
    order by at, post_id limit ${CALENDAR_ENTRIES_MAX + 1}`.execute(ctx.db);
  const { rows: drafts } = await sql<{ id: string; title: string; updated_at: Date; total: number }>`
    select p.id, p.title, p.updated_at, count(*) over ()::integer as total
    from post_catalog d join posts p on p.id = d.post_id
    where d.status = 'draft' and ${isReached} and not exists (select from post_schedules s where s.post_id = d.post_id)
    order by d.updated_at desc, d.post_id desc limit ${CALENDAR_DRAFTS}`.execute(ctx.db);
  return {
    timezone,
    today: localDay(ctx.clock.now().getTime(), timezone),
    entries: entries.slice(0, CALENDAR_ENTRIES_MAX).map(({ at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      day: localDay(at.getTime(), timezone),
    })),
    more: entries.length > CALENDAR_ENTRIES_MAX,
    drafts: {
      items: drafts.map(({ id, title, updated_at }) => ({ id, title, updated_at: updated_at.toISOString() })),
      total: drafts[0]?.total ?? 0,
    },
  };
}
