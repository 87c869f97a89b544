import { daysBetween, isDay } from "../../../platform/time/day.ts";
import { localDay, startOfDay } from "../../../platform/time/zone.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { invalid } from "../../errors.ts";
import { postPolicy } from "../post.policy.ts";
import { calendarEntries, unplannedDrafts } from "./schedule.sql.ts";
import { CALENDAR_DAYS_MAX, CALENDAR_DRAFTS, CALENDAR_ENTRIES_MAX, type Calendar } from "./schedule.ts";

/**
 * Reads days of the calendar: published posts and plans, by day in the site's timezone, and drafts without a plan. Two SQL statements.
 * @param query first and last day, such as 2026-01-31
 * @throws DomainError `forbidden`; invalid_input when the days don't exist or are too many
 */
export async function readCalendar(
  ctx: Context,
  actor: Actor,
  { from, to }: { from: string; to: string },
  timezone: string,
): Promise<Calendar> {
  authorize(actor, postPolicy.readAny);
  for (const [field, day] of Object.entries({ from, to })) {
    if (!isDay(day)) throw invalid("This day doesn't exist", [{ field, rule: "must be a day, such as 2026-01-31" }]);
  }
  const days = daysBetween(from, to);
  if (days < 1 || days > CALENDAR_DAYS_MAX) {
    const rule = `must be at most ${CALENDAR_DAYS_MAX - 1} days after from`;
    throw invalid("This range is too long", [{ field: "to", rule }]);
  }
  const [begin, end] = [startOfDay(from, timezone), startOfDay(to, timezone, 1)];
  const entries = await calendarEntries(ctx.db, begin, end, CALENDAR_ENTRIES_MAX + 1);
  const drafts = await unplannedDrafts(ctx.db, CALENDAR_DRAFTS);
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
