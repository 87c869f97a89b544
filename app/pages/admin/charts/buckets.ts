import type { TimelineMark } from "../../../domain/analytics/analytics.ts";

/** One day's figures; `date` is `2026-11-05`, every other name a figure of that day. */
export type ChartDay = { date: string } & { [figure: string]: number | string };

/** Something that happened on a day and may explain its figures. */
export type ChartMark = TimelineMark;

/** One point of a curve: a day, or several days together. */
export type Bucket = {
  /** first and last day */
  from: string;
  to: string;
  days: number;
  /** the figures of all its days together */
  total: number;
  /** a day's figure on average: what is drawn, so that a short bucket isn't a dip */
  value: number;
  /** the same of the period before; null where there is none */
  previousTotal: number | null;
  previousValue: number | null;
  marks: ChartMark[];
};

/** So many points a curve can have before it is only noise. */
const MOST_DAYS = 124;
const MOST_WEEKS = 190;

/** How many days a point stands for: one, a week, or four weeks. */
export const bucketLength = (days: number): number => (days <= MOST_DAYS ? 1 : days <= MOST_WEEKS * 7 ? 7 : 28);

const sum = (days: readonly ChartDay[], figure: string): number => days.reduce((all, day) => all + (Number(day[figure]) || 0), 0);

/**
 * Puts the days of a curve together, so that years can be read as well as weeks.
 * @param days every day of the period, in order
 * @param previous those of the period before, in the same order; empty where there is none
 * @param figure the name of the figure that is drawn
 * @returns points in order; the last ends with the last day, so that only the first can be shorter than the others
 */
export function bucketsOf(
  days: readonly ChartDay[],
  previous: readonly ChartDay[],
  marks: readonly ChartMark[],
  figure: string,
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
    const total = sum(own, figure);
    const previousTotal = before.length > 0 ? sum(before, figure) : null;
    return {
      from,
      to,
      days: own.length,
      total,
      value: total / own.length,
      previousTotal,
      previousValue: previousTotal === null ? null : previousTotal / before.length,
      marks: marks.filter(({ date }) => date >= from && date <= to),
    };
  });
}
