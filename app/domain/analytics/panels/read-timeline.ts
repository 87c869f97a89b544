import { daysOf, type Period } from "../../../platform/time/period.ts";
import type { Context } from "../../context.ts";
import type { AnalyticsTimeline, TimelineDay, TimelineMark } from "../analytics.ts";
import type { MarkKind, PanelQuery } from "../analytics-rules.ts";
import { daysOfPanel, openPanel } from "./open-panel.ts";
import type { DayRow } from "./panel.sql.ts";
import { editsByDay, type Happened, mailsByDay, publicationsByDay } from "./panel-mark.sql.ts";

/** One entry per day of the period, zeros where nobody came. */
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
  mailed: (count) => `${count} mails sent to readers`,
};

const marksOf = (kind: MarkKind, happened: readonly Happened[]): TimelineMark[] =>
  happened.map(({ day, count, title, post_id }) => ({
    date: day,
    kind,
    label: title !== null && count === 1 ? title : WORDS[kind](count),
    post_id: count === 1 ? post_id : null,
  }));

/**
 * The curve: each day's figures, those of the period before (as many days), and what happened. Narrowed to an article's
 * page, only that article's publication and edits are marked.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
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
