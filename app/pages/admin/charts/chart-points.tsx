import type { TimelineMark } from "../../../domain/analytics/analytics.ts";

/** One day's figures; `date` is `2026-11-05`, every other name a figure of that day. */
export type ChartDay = { date: string } & { [figure: string]: number | string };

/** Something that happened on a day and may explain its figures. */
export type ChartMark = TimelineMark & { /** the screen with more of it; by default that of its post */ to?: string };

/** One point of a chart: a day, or several days together. */
export type Bucket = {
  /** first and last day */
  from: string;
  to: string;
  days: number;
  /** the sum of its days; of a level, the last day's figure */
  total: number;
  /** the average of its days, which is what is drawn, so that a short bucket isn't a dip; of a level, the last day's figure */
  value: number;
  /** the same for the previous period; null when there is none */
  previousTotal: number | null;
  previousValue: number | null;
  marks: ChartMark[];
};

/** The most days and weeks that a chart can show before it becomes noise. */
const MOST_DAYS = 124;
const MOST_WEEKS = 190;

export const bucketLength = (days: number): number => (days <= MOST_DAYS ? 1 : days <= MOST_WEEKS * 7 ? 7 : 28);

const sum = (days: readonly ChartDay[], figure: string): number => days.reduce((all, day) => all + (Number(day[figure]) || 0), 0);

/**
 * Groups the days of a chart, so that years are as readable as weeks.
 * @param days every day of the period, in order
 * @param previous the days of the previous period, in the same order; empty when there is none
 * @param figure the name of the figure to draw
 * @param isLevel the figure is how many there are at the end of a day, so days aren't added up
 * @returns points in order; the last ends with the last day, so that only the first can be shorter than the others
 */
export function bucketsOf(
  days: readonly ChartDay[],
  previous: readonly ChartDay[],
  marks: readonly ChartMark[],
  figure: string,
  isLevel = false,
): Bucket[] {
  const length = bucketLength(days.length);
  const first = days.length % length;
  const starts = [
    ...(first > 0 ? [0] : []),
    ...Array.from({ length: Math.floor(days.length / length) }, (_, at) => first + at * length),
  ];
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? days.length;
    const own = days.slice(start, end);
    const before = previous.slice(start, end);
    const [from, to] = [own[0]?.date ?? "", own.at(-1)?.date ?? ""];
    const total = isLevel ? sum(own.slice(-1), figure) : sum(own, figure);
    const previousTotal = before.length > 0 ? sum(before, figure) : null;
    return {
      from,
      to,
      days: own.length,
      total,
      value: isLevel ? total : total / own.length,
      previousTotal,
      previousValue: previousTotal === null ? null : previousTotal / before.length,
      marks: marks.filter(({ date }) => date >= from && date <= to),
    };
  });
}

type Kind = ChartMark["kind"];

export const MARK_WORDS: Record<Kind, string> = {
  published: "Published",
  edited: "Edited",
  mailed: "Mailed",
};

/** Each kind has its own shape, so that nobody needs the color. Drawn on a grid of 12 by 12. */
const PATHS: Record<Kind, string> = {
  published: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  edited: "M6 .8 11.2 6 6 11.2.8 6z",
  mailed: "M1 2h10v8H1z",
};

/** A mark within a chart. @param cx, cy its centre, in the chart's units */
export const MarkShape = ({ kind, cx, cy }: { kind: Kind; cx: number; cy: number }) => (
  <path className={`chart-mark chart-mark-${kind}`} d={PATHS[kind]} transform={`translate(${cx - 6} ${cy - 6})`} />
);

export function MarkSign({ kind }: { kind: Kind }) {
  return (
    <svg className="mark-sign" viewBox="0 0 12 12" aria-hidden="true">
      <MarkShape kind={kind} cx={6} cy={6} />
    </svg>
  );
}
