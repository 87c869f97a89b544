import { setTimeout } from "node:timers/promises";

/**
 * Runs `work` and answers after `ms` at the earliest, whether it turned out well or not: how long an answer takes then tells
 * nothing of what was found.
 */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(ms)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
