import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { addDays, daysOf, type Period } from "../../../platform/time/day.ts";
import { localDay, startOfDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import type {
  AnalyticsOverview,
  AnalyticsTimeline,
  ComparedFigures,
  FigureChanges,
  TimelineDay,
  TimelineMark,
} from "../analytics.ts";
import {
  bounceRate,
  DEFAULT_RANGE,
  type MarkKind,
  meanOf,
  type PanelQuery,
  percentChange,
  periodOf,
  pointsChange,
} from "../analytics-rules.ts";
import { daysOfPanel, openPanel } from "./open-panel.ts";
import { type DayRow, oldestMark } from "./panel.sql.ts";
import type { LocalDays } from "./panel-drilled.sql.ts";
import { untilOf } from "./periods.ts";

function everyDay(rows: readonly DayRow[], period: Period): TimelineDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysOf(period).map((date) => {
    const { visits = 0, visitors = 0, views = 0 } = byDay.get(date) ?? {};
    return { date, visits, visitors, views };
  });
}

const WORDS: Record<MarkKind, (count: number) => string> = {
  published: (count) => `${count} articles published`,
  edited: (count) => `${count} articles rewritten`,
  mailed: (count) => `${count} emails sent to readers`,
};

/** `day`: ISO date. `title`, `post_id`: of a single post. */
type Happened = { day: string; count: number; title: string | null; post_id: string | null };

const marksOf = (kind: MarkKind, happened: readonly Happened[]): TimelineMark[] =>
  happened.map(({ day, count, title, post_id }) => ({
    date: day,
    kind,
    label: title !== null && count === 1 ? title : WORDS[kind](count),
    post_id: count === 1 ? post_id : null,
  }));

const BIG_EDIT_PERCENT = 20;

const FEW_MAILS = 1;

const during = (time: RawBuilder<unknown>, { from, to, timezone }: LocalDays) =>
  sql`${time} >= ${startOfDay(from, timezone)} and ${time} < ${startOfDay(to, timezone, 1)}`;

const localDate = (time: RawBuilder<unknown>, { timezone }: LocalDays) =>
  sql`to_char(${time} at time zone ${timezone}, 'YYYY-MM-DD')`;

const behind = (path: number | null, post: RawBuilder<unknown>) =>
  path === null ? sql`true` : sql`${post} = (select post_id from analytics_paths where id = ${path})`;

/** For an article's page, only that article's publication and edits are marked. */
export async function readTimeline(ctx: Context, query: PanelQuery, timezone: string): Promise<AnalyticsTimeline> {
  const view = await openPanel(ctx, query, timezone);
  const { period, previous, narrowing } = view;
  const days = { ...period, timezone };
  const path = narrowing?.path ?? null;
  const [{ days: rows }, published, edited, mailed] = await Promise.all([
    daysOfPanel(ctx, view),
    publicationsByDay(ctx.db, days, path),
    editsByDay(ctx.db, days, path),
    path === null ? mailsByDay(ctx.db, days) : [],
  ]);
  const marks = [...marksOf("published", published), ...marksOf("edited", edited), ...marksOf("mailed", mailed)];
  return {
    days: everyDay(rows, period),
    previous: everyDay(rows, previous),
    marks: marks.sort((a, b) => a.date.localeCompare(b.date)),
  };
}

async function publicationsByDay(db: Db, days: LocalDays, path: number | null): Promise<Happened[]> {
  const time = sql`first_published_at`;
  const { rows } = await sql<Happened>`select ${localDate(time, days)} as day, count(*) as count, min(title) as title,
      min(id::text) as post_id
    from posts where ${during(time, days)} and status <> 'trashed' and ${behind(path, sql`id`)} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/** Rewrites of much of a public article's text; each article counts once a day. */
async function editsByDay(db: Db, days: LocalDays, path: number | null): Promise<Happened[]> {
  const time = sql`e.at`;
  const { rows } = await sql<Happened>`select ${localDate(time, days)} as day, count(distinct p.id) as count,
      min(p.title) as title, min(p.id::text) as post_id
    from audit_log e join posts p on p.id::text = e.entity_id
    where ${during(time, days)} and e.after ? 'rewritten_percent' and e.entity = 'post'
      and (e.after ->> 'rewritten_percent')::numeric > ${BIG_EDIT_PERCENT} and p.first_published_at < e.at and p.status <> 'trashed'
      and ${behind(path, sql`p.id`)}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Mails to more than a few readers. The outbox keeps them for some weeks. */
async function mailsByDay(db: Db, days: LocalDays): Promise<Happened[]> {
  const time = sql`sent_at`;
  const { rows } = await sql<Happened>`select ${localDate(time, days)} as day, count(*) as count, null as title,
      null as post_id
    from outbox where ${during(time, days)} and state = 'sent' and kind <> 'admin_notices'
    group by 1 having count(*) > ${FEW_MAILS} order by 1`.execute(db);
  return rows;
}

type Sums = Omit<DayRow, "day">;
const NOTHING: Sums = { visits: 0, entries: 0, visitors: 0, views: 0, bounces: 0, engaged: 0, completed: 0, duration: 0 };
const NAMES = Object.keys(NOTHING) as (keyof Sums)[];

function sumOf(days: readonly DayRow[], { from, to }: Pick<Period, "from" | "to">): Sums {
  const sums = { ...NOTHING };
  for (const day of days) if (day.day >= from && day.day <= to) for (const name of NAMES) sums[name] += day[name];
  return sums;
}

const figuresOf = (sums: Sums): ComparedFigures => ({
  visits: sums.visits,
  visitors: sums.visitors,
  page_views: sums.views,
  bounce_rate: bounceRate(sums.bounces, sums.entries),
  average_duration_seconds: meanOf(sums.duration, sums.completed),
});

function changesOf(current: Sums, previous: Sums): FigureChanges {
  const [now, before] = [figuresOf(current), figuresOf(previous)];
  const change = (name: keyof ComparedFigures) => percentChange(now[name], before[name]);
  const have = (name: "entries" | "completed") => current[name] > 0 && previous[name] > 0;
  return {
    visits: change("visits"),
    visitors: change("visitors"),
    page_views: change("page_views"),
    bounce_rate: have("entries") ? pointsChange(now.bounce_rate, before.bounce_rate) : null,
    average_duration_seconds: have("completed") ? change("average_duration_seconds") : null,
  };
}

/** Up to this time of day where it includes a day that today is compared with. */
function sumOfPrevious(days: readonly DayRow[], previous: Period, cut: DayRow | null): Sums {
  if (!cut) return sumOf(days, previous);
  const sums = sumOf(days, { from: previous.from, to: addDays(previous.to, -1) });
  for (const name of NAMES) sums[name] += cut[name];
  return sums;
}

/** No visit lasts longer than a day, so only today's and yesterday's matter. @param today ISO date */
function goingOn(days: readonly DayRow[], { from, to }: Period, today: string): number {
  const yesterday = addDays(today, -1);
  const { visits, completed } = sumOf(days, { from: from > yesterday ? from : yesterday, to });
  return visits - completed;
}

/** Records are always complete; rollups are up to the oldest dirty day. */
async function standOf(ctx: Context, isRolled: boolean): Promise<Date> {
  const now = ctx.clock.now();
  const waiting = isRolled ? await oldestMark(ctx.db) : null;
  return waiting && waiting < now ? waiting : now;
}

/**
 * While the period's last day isn't over, the last day before it counts up to the same time of day, or whole where its records are gone
 * (`previous.until` is null then). `total_visits` are always those of all time.
 * @param site `timezone`: IANA name; `attribution`: of the database of places
 */
export async function readOverview(
  ctx: Context,
  query: PanelQuery,
  { timezone, attribution }: { timezone: string; attribution: string | null },
): Promise<AnalyticsOverview> {
  const view = await openPanel(ctx, query, timezone);
  const { period, previous } = view;
  const [{ days, cut, isRolled }, all] = await Promise.all([daysOfPanel(ctx, view, { compares: true }), allTime(ctx.db)]);
  const stand = await standOf(ctx, isRolled);
  const sums = sumOf(days, period);
  const figures = figuresOf(sums);
  return {
    period,
    previous: { from: previous.from, to: previous.to, until: untilOf(view, cut !== null) },
    timezone,
    as_of: stand.toISOString(),
    total_visits: all.visits,
    ...figures,
    completed: sums.completed,
    active: goingOn(days, period, localDay(ctx.clock.now().getTime(), timezone)),
    average_engaged_seconds: meanOf(sums.engaged, sums.visits),
    changes: changesOf(sums, sumOfPrevious(days, previous, cut)),
    attribution,
  };
}

async function allTime(db: Db): Promise<{ visits: number; views: number }> {
  const { rows } = await sql<{ visits: number; views: number }>`
    select coalesce(sum(visits), 0)::bigint as visits, coalesce(sum(views), 0)::bigint as views from analytics_days`.execute(db);
  return rows[0] ?? { visits: 0, views: 0 };
}

/** What the dashboard shows of Website Analytics. */
type RecentViews = {
  /** of all time, of the default range, and of the days that it is compared with */
  views: { total: number; current: number; previous: number };
  /** the last 7 days */
  week: { period: Period; days: TimelineDay[]; marks: TimelineMark[] };
};

/** @param timezone of the site, IANA name */
export async function readRecentViews(ctx: Context, timezone: string): Promise<RecentViews> {
  const view = await openPanel(ctx, { range: DEFAULT_RANGE }, timezone);
  const period = periodOf({ range: "7d" }, view.period.to);
  const [{ days, cut }, all, published] = await Promise.all([
    daysOfPanel(ctx, view, { compares: true }),
    allTime(ctx.db),
    publicationsByDay(ctx.db, { ...period, timezone }, null),
  ]);
  return {
    views: {
      total: all.views,
      current: sumOf(days, view.period).views,
      previous: sumOfPrevious(days, view.previous, cut).views,
    },
    week: { period, days: everyDay(days, period), marks: marksOf("published", published) },
  };
}
