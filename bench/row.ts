/** One line of a bench's table. */
export type Row = {
  measure: string;
  value: number;
  unit: string;
  /** what the value should be, in words: "≤ 15" */
  target?: string;
  /** what it is compared with in the same run */
  ratio?: number;
};

/** The value below which the share `of` of all values is (nearest rank); 0.5 is the median. */
export function quantile(values: readonly number[], of: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(of * sorted.length) - 1)] ?? Number.NaN;
}

/** The median of an odd number of values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
