import type { Log } from "../platform/log.ts";

/** The times stand below each other. */
const WIDTH = 60;

/** "Ready   0.4 s" */
export const stepLine = (words: string, ms: number) => `  ${words.padEnd(WIDTH)} ${(ms / 1000).toFixed(1)} s`;

/** Prints a plain line on a terminal, and logs it elsewhere. @param step `begun`: from `performance.now()` */
export function reportStep(
  log: Pick<Log, "info">,
  { words, begun, fields }: { words: string; begun: number; fields?: object },
): void {
  const ms = performance.now() - begun;
  if (process.stdout.isTTY) process.stdout.write(`${stepLine(words, ms)}\n`);
  else log.info({ ...fields, ms: Math.round(ms) }, words);
}
