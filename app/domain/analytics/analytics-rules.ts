import { addDays, type Period, periodBetween, periodUntil } from "../../platform/time/day.ts";
import { dayOfWeek } from "../../platform/time/month.ts";
import { compactCount } from "../posts/post-rules.ts";

const round = (value: number, decimals: number) => Math.round((value + Number.EPSILON) * 10 ** decimals) / 10 ** decimals;
/** Divided last, so that a half such as 23 of 80 is exact, and is rounded upwards. */
const percentOf = (part: number, whole: number, decimals: number) =>
  whole > 0 ? Math.round((part * 100 * 10 ** decimals) / whole) / 10 ** decimals : 0;
const signless = (value: number) => (value === 0 ? 0 : value);

/** In percent (specification, section 9): from nothing to something 100, from nothing to nothing 0. */
export function percentChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0;
  return ((current - previous) / previous) * 100;
}

/** `+12.5%`, `-3.0%`, and `No change` for what rounds to nothing (specification, sections 2 and 9). */
export function formatChange(percent: number): string {
  const shown = signless(round(percent, 1));
  if (shown === 0) return "No change";
  return `${shown > 0 ? "+" : ""}${shown.toFixed(1)}%`;
}

/** The change of a rate in percentage points: a percentage of percentages would be hard to check. */
export function pointsChange(current: number, previous: number): number {
  return signless(round(current - previous, 2));
}

/** `+1.2 pp`, `-3.0 pp`, and `No change` for what rounds to nothing. */
export function formatPoints(points: number): string {
  const shown = signless(round(points, 1));
  if (shown === 0) return "No change";
  return `${shown > 0 ? "+" : ""}${shown.toFixed(1)} pp`;
}

/** (likes + comments) / views in percent with 2 decimals (specification, section 9); 0 without views. */
export function engagementRate(likes: number, comments: number, views: number): number {
  return percentOf(likes + comments, views, 2);
}

/** Whole minutes (specification, section 9); 0 without posts. */
export function averageReadTime(readTimes: readonly number[]): number {
  return meanOf(
    readTimes.reduce((sum, minutes) => sum + minutes, 0),
    readTimes.length,
  );
}

export function meanOf(sum: number, count: number): number {
  return count > 0 ? Math.round(sum / count) : 0;
}

/** Whole seconds (specification, section 9): each completed visit counts once, with its longest duration. 0 without any. */
export function averageDuration(records: readonly { visit: string; seconds: number }[]): number {
  const longest = new Map<string, number>();
  for (const { visit, seconds } of records) longest.set(visit, Math.max(seconds, longest.get(visit) ?? 0));
  return meanOf(
    [...longest.values()].reduce((sum, seconds) => sum + seconds, 0),
    longest.size,
  );
}

/** `0m 0s`, `4m 5s`, `75m 0s` (specification, section 9). */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}m ${whole % 60}s`;
}

/** `999`, `1.2K`, `3.4M` (specification, section 9). */
export function formatCount(count: number): string {
  return compactCount(count);
}

/** A visit bounced when it saw one page, once, with less than this many seconds of attention. */
export const BOUNCE_ENGAGED_SECONDS = 10;

/** Percent with 1 decimal; 0 without visits. */
export function bounceRate(bounces: number, visits: number): number {
  return share(bounces, visits);
}

/** Percent with 1 decimal; 0 of nothing. */
export function share(part: number, whole: number): number {
  return percentOf(part, whole, 1);
}

/** Specification, sections 2 and 9, and two more. */
export const RANGES = ["7d", "30d", "90d", "1y", "yesterday", "last-week"] as const;
export type RangeName = (typeof RANGES)[number];
export const DEFAULT_RANGE: RangeName = "30d";
const DAYS: Record<RangeName, number> = { "7d": 7, "30d": 30, "90d": 90, "1y": 365, yesterday: 1, "last-week": 7 };

export const rangeDays = (range: RangeName): number => DAYS[range];

export const CUSTOM_DAYS_MAX = 3653;

/** `from` and `to` of `custom` are ISO dates, both included. */
export type RangeChoice = { range: RangeName | "custom"; from?: string | undefined; to?: string | undefined };

/** Weeks end on Sundays, as in the calendar. */
function lastDay(range: RangeName, today: string): string {
  if (range === "yesterday") return addDays(today, -1);
  return range === "last-week" ? addDays(today, -dayOfWeek(today)) : today;
}

/** @param today ISO date at the site */
export function periodOf({ range, from, to }: RangeChoice, today: string): Period {
  if (range === "custom" && from && to) return periodBetween(from, to);
  const named = range === "custom" ? DEFAULT_RANGE : range;
  return periodUntil(lastDay(named, today), rangeDays(named));
}

/** Percent of the article, and the part (1/n) of its reading time that has to pass: a jump to the comments doesn't count. */
export const HALF_READ = { scroll: 50, timeShare: 6 } as const;
export const WHOLE_READ = { scroll: 90, timeShare: 3 } as const;

/** Likes and comments aren't linked to visits, so they may come from readers who didn't finish. */
const FUNNEL_STEPS = ["visits", "started", "half", "finished", "liked", "commented"] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];
export type FunnelCounts = Record<FunnelStep, number>;

/** Percentages of the visits, 1 decimal. */
export function readFunnel(counts: FunnelCounts): { step: FunnelStep; count: number; percentage: number }[] {
  return FUNNEL_STEPS.map((step) => ({ step, count: counts[step], percentage: share(counts[step], counts.visits) }));
}

/** Several are combined with "and". */
export const DRILLS = ["page", "source", "country"] as const;
export type DrillName = (typeof DRILLS)[number];
/** `page`: a path of the site. */
export type Drill = { [Name in DrillName]?: string | undefined };

export type PanelQuery = RangeChoice & Drill;

export const DIMENSION_WORDS = {
  source: "source",
  channel: "channel",
  campaign: "campaign",
  country: "country",
  city: "city",
  device: "device",
  browser: "browser",
  os: "operating system",
} as const;
export type Dimension = keyof typeof DIMENSION_WORDS;
export const DIMENSIONS = Object.keys(DIMENSION_WORDS) as [Dimension, ...Dimension[]];

export const PAGE_SORTS = ["views", "entries", "exits"] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

export const MARK_KINDS = ["published", "edited", "mailed"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** `none`: searches that found nothing. */
export const FOUND = ["any", "none"] as const;
export type Found = (typeof FOUND)[number];

/** Entries of a list by default (specification, section 9), and at most. */
export const PANEL_LIMIT = 10;
export const PANEL_LIMIT_MAX = 1000;
/** Specification, section 9. */
export const RECENT_SESSIONS = 10;

/** Specification, section 9. */
export const BLOG_LIMITS = { posts: 10, locations: 10, devices: 4, browsers: 5 } as const;

/** `search`: part of a title in any case; `category`: an id, or `none` for articles without one. */
export type PostFilters = { search?: string | undefined; category?: string | undefined };
export type BlogPostsQuery = RangeChoice & PostFilters & { limit?: number | undefined };
