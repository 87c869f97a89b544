/** A day of generated visits. `fresh` is the id of the path of the latest article, which is clicked for a few days. */
export type PlannedDay = { day: string; visits: number; fresh: number | null; freshShare: number };

const DAY_MS = 86_400_000;
/** Beginning with Sunday. */
const WEEK = [0.75, 1.1, 1.2, 1.15, 1.1, 1, 0.7];
/** For how many days readers come for a new article, and how many more of them on its first day. */
const SPIKE_DAYS = 5;
const SPIKE = 0.8;

/**
 * Spreads visits over the days up to and including `until`: a weekly rhythm, steady growth, and a spike after each publication.
 * @param articles when each was published, with the id of its path
 */
export function planDays(
  { visits, days, until }: { visits: number; days: number; until: Date },
  articles: readonly { path: number; at: Date }[],
): PlannedDay[] {
  const planned = Array.from({ length: days }, (_, index) => {
    const day = new Date(until.getTime() - (days - 1 - index) * DAY_MS);
    const ages = articles.map(({ path, at }) => ({ path, age: Math.floor((day.getTime() - at.getTime()) / DAY_MS) }));
    const newest = ages.filter(({ age }) => age >= 0 && age < SPIKE_DAYS).sort((a, b) => a.age - b.age)[0];
    const spike = newest ? SPIKE * (1 - newest.age / SPIKE_DAYS) : 0;
    const weight = (WEEK[day.getUTCDay()] ?? 1) * (0.7 + (0.6 * index) / days) * (1 + spike);
    return { day: day.toISOString().slice(0, 10), weight, fresh: newest?.path ?? null, freshShare: spike / (1 + spike) };
  });
  const sum = planned.reduce((total, { weight }) => total + weight, 0);
  return planned.map(({ weight, ...day }) => ({ ...day, visits: Math.round((visits * weight) / sum) }));
}
