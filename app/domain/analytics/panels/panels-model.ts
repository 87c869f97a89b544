import type { RangeChoice } from "../figures-model.ts";

/** What the panels are narrowed to; several together with "and". */
export type Drill = {
  /** an address of the site: only what happened there */
  page?: string | undefined;
  source?: string | undefined;
  country?: string | undefined;
};

/** What a panel is asked for. */
export type PanelQuery = RangeChoice & Drill;

/** How many entries a list has, unless asked otherwise (specification, section 9), and at most. */
export const PANEL_LIMIT = 10;
export const PANEL_LIMIT_MAX = 1000;
/** How many visits the list of the newest has (specification, section 9). */
export const RECENT_SESSIONS = 10;

/** By what visits are told apart. */
export const DIMENSIONS = ["source", "channel", "campaign", "country", "city", "device", "browser", "os"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What pages are put in order by. */
export const PAGE_SORTS = ["views", "entries", "exits"] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

/**
 * Figures that are compared with the previous period; the duration in seconds, the bounce rate in percent: of all visits, and
 * narrowed to a page of those that began there, for no other can bounce on it.
 */
export type ComparedFigures = {
  visits: number;
  visitors: number;
  page_views: number;
  bounce_rate: number;
  average_duration_seconds: number;
};

/**
 * Changes against the previous period, in percent; that of the bounce rate in percentage points. Null where one of the two periods
 * has nothing that a rate or a mean could be of.
 */
export type FigureChanges = Pick<ComparedFigures, "visits" | "visitors" | "page_views"> & {
  bounce_rate: number | null;
  average_duration_seconds: number | null;
};

/**
 * The period that another one is compared with. `until`: its last day counts up to then (ISO 8601 in UTC), for today isn't over; null
 * where all of it counts.
 */
export type PreviousPeriod = { from: string; to: string; until: string | null };

/** Days are ISO dates where the site's clocks are; `changes` are against the previous period. */
export type AnalyticsOverview = ComparedFigures & {
  period: { from: string; to: string; days: number };
  previous: PreviousPeriod;
  timezone: string;
  /** up to when everything is counted */
  as_of: string;
  /** of all time, whatever is asked for */
  total_visits: number;
  /** visits that have ended, and those that go on */
  completed: number;
  active: number;
  average_engaged_seconds: number;
  changes: FigureChanges;
  /** what the licence of the database of places asks to be said; null where it asks for nothing */
  attribution: string | null;
};

export type TimelineDay = { date: string; visits: number; visitors: number; views: number };
export const MARK_KINDS = ["published", "edited", "mailed"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
/** What happened on a day, one of each kind; `post_id` where it was one post. */
export type TimelineMark = { date: string; kind: MarkKind; label: string; post_id: string | null };
export type AnalyticsTimeline = { days: TimelineDay[]; previous: TimelineDay[]; marks: TimelineMark[] };

/** An edit is marked when more than this part of a post's words is new or gone, in percent. */
export const BIG_EDIT_PERCENT = 20;
/** A day is marked when more mails than this went to readers. */
export const FEW_MAILS = 1;

export type PageFigures = {
  path: string;
  title: string;
  post_id: string | null;
  views: number;
  visits: number;
  visitors: number;
  /** visits that began here, and that ended here */
  entries: number;
  exits: number;
  /** of the visits that began here: those that saw nothing else and left within 10 seconds of attention, in percent */
  bounce_rate: number;
  /** seconds of attention per visit */
  average_engaged_seconds: number;
};
export type AnalyticsPages = { items: PageFigures[]; total: number };

/** `percentage`: of the period's visits, one decimal. */
export type BreakdownItem = { value: string; visits: number; visitors: number; views: number; percentage: number };
export type AnalyticsBreakdown = { items: BreakdownItem[]; total: number };

/** A visit as the list of the newest shows it; times are ISO 8601 in UTC. */
export type RecentSession = {
  /** 16 hex characters */
  id: string;
  location: string;
  device: string;
  browser: string;
  browser_version: string;
  operating_system: string;
  started_at: string;
  last_at: string;
  /** so far, where it goes on */
  duration_seconds: number;
  page_views: number;
  is_active: boolean;
  entry_path: string;
  source: string;
};
export type AnalyticsSessions = { items: RecentSession[] };

/** Who reads right now: visits with activity in the last 5 minutes, in all and by the page that each saw last. */
export type ReadersNow = { readers: number; pages: { path: string; title: string; readers: number }[] };
/** "Right now" reaches so far back, and is told anew so often; of so many pages. */
export const NOW_MS = 5 * 60_000;
export const NOW_EVERY_MS = 5000;
export const NOW_PAGES = 10;
/** How many may listen at once to one process. */
export const LISTENERS_MAX = 20;
