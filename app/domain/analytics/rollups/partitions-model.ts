/** A month's share of the records, in UTC: its table, and the visits in it from `from` up to and without `to`. */
export type Partition = { name: string; from: bigint; to: bigint; startsAt: Date; endsAt: Date };

/** The share that a visit beginning at `at` belongs to. */
export function partitionAt(at: Date): Partition {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const startsAt = new Date(Date.UTC(year, month, 1));
  const endsAt = new Date(Date.UTC(year, month + 1, 1));
  const name = `analytics_records_${startsAt.toISOString().slice(0, 7).replace("-", "_")}`;
  return { name, from: BigInt(startsAt.getTime()) << 20n, to: BigInt(endsAt.getTime()) << 20n, startsAt, endsAt };
}

/** The share that a table holds. @returns null for the name of any other table */
export function partitionNamed(name: string): Partition | null {
  const [, year, month] = /^analytics_records_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year && month ? partitionAt(new Date(Date.UTC(Number(year), Number(month) - 1, 1))) : null;
}

/** The latest moment before which nothing is kept, so many calendar months ago (the last day of a shorter month). */
export function retainedFrom(now: Date, months: number): Date {
  const from = new Date(now);
  from.setUTCMonth(from.getUTCMonth() - months);
  if (from.getUTCDate() !== now.getUTCDate()) from.setUTCDate(0);
  return from;
}
