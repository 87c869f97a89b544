import type { PlanKind } from "../edit-rules.ts";
import type { Planned } from "../post-shapes.ts";

/** A plan in full. */
export type Plan = Planned & {
  keep_published_at: boolean;
  set_by: { id: string; full_name: string | null; email: string } | null;
  created_at: string;
};

/** How far ahead is planned, in years. */
export const PLAN_YEARS_MAX = 5;

/** How often an error that may pass by is tried again, and the first pause, in seconds; each is twice as long as the one before. */
export const PLAN_ATTEMPTS_MAX = 5;
export const PLAN_RETRY_SECONDS = 15;

/** How many days of a calendar are read at once, and how many entries. */
export const CALENDAR_DAYS_MAX = 62;
export const CALENDAR_ENTRIES_MAX = 1000;
/** How many drafts without a plan stand beside it. */
export const CALENDAR_DRAFTS = 50;

/** What stands on a day. */
export type CalendarEntry = {
  post_id: string;
  title: string;
  slug: string;
  kind: "published" | PlanKind;
  at: string;
  /** the day where the site's clocks are: 2026-01-31 */
  day: string;
  failure: string | null;
};
type CalendarDraft = { id: string; title: string; updated_at: string };

/** Some days of the calendar. `more`: there are more entries than are told. */
export type Calendar = {
  timezone: string;
  today: string;
  entries: CalendarEntry[];
  more: boolean;
  drafts: { items: CalendarDraft[]; total: number };
};
