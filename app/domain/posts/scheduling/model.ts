/** What happens to a post by itself: it is published, or its waiting changes are. */
export const PLAN_KINDS = ["publish", "update"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** A plan as lists show it; `at` in ISO 8601, UTC. `failure`: why it could not be carried out. */
export type Planned = { kind: PlanKind; at: string; failure: string | null };

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
export type CalendarDraft = { id: string; title: string; updated_at: string };

/** Some days of the calendar. `more`: there are more entries than are told. */
export type Calendar = {
  timezone: string;
  today: string;
  entries: CalendarEntry[];
  more: boolean;
  drafts: { items: CalendarDraft[]; total: number };
};

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...digits });
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * What clocks of a zone show at a moment: `2026-01-31T09:30`. It is put together from its parts: how a locale writes a date is not
 * the same everywhere.
 * @param timezone IANA name
 */
export function wallTime(moment: Date, timezone: string): string {
  const parts = new Map(
    clockOf(timezone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  return `${date}T${parts.get("hour")}:${parts.get("minute")}`;
}

/**
 * The moment at which clocks of a zone show a time. A time that they skip in spring counts as if they had not been changed yet, one
 * that they show twice in autumn is the first of the two.
 * @param wall `2026-01-31T09:30`; @param timezone IANA name
 * @returns null when it is no time
 */
export function momentOf(wall: string, timezone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const meant = Date.parse(`${wall}Z`);
  if (Number.isNaN(meant)) return null;
  const ahead = (at: number) => Date.parse(`${wallTime(new Date(at), timezone)}Z`) - at;
  // A day before and a day after, the clocks are what they are on either side of a change.
  const [before, after] = [meant - ahead(meant - 86_400_000), meant - ahead(meant + 86_400_000)];
  const shown = [before, after].filter((at) => wallTime(new Date(at), timezone) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : before);
}
