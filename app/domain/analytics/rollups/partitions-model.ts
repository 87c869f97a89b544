import { addMonths, monthsFrom } from "../../../platform/time/month.ts";

/** A month's share of the records, in UTC: its table, and the visits in it from `from` up to and without `to`. */
export type Partition = { name: string; from: bigint; to: bigint; startsAt: Date; endsAt: Date };

/** The share that a visit beginning at `at` belongs to. */
export function partitionAt(at: Date): Partition {
  const month = at.toISOString().slice(0, 7);
  const [startsAt, endsAt] = [new Date(`${month}-01`), new Date(`${addMonths(month, 1)}-01`)];
  const name = `analytics_records_${month.replace("-", "_")}`;
  return { name, from: BigInt(startsAt.getTime()) << 20n, to: BigInt(endsAt.getTime()) << 20n, startsAt, endsAt };
}

/** The share that a table holds. @returns null for the name of any other table */
export function partitionNamed(name: string): Partition | null {
  const [, year, month] = /^analytics_records_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year && month ? partitionAt(new Date(`${year}-${month}-01`)) : null;
}

/** The latest moment before which nothing is kept, so many calendar months ago (the last day of a shorter month). */
export const retainedFrom = (now: Date, months: number): Date => monthsFrom(now, -months);
