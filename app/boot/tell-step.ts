import type { Log } from "../platform/log.ts";

/** The width of the sentences on a terminal, so that the times stand below each other. */
const WIDTH = 60;

/** A step as people read it, with its time: "Ready   0.4 s". */
export const stepLine = (words: string, ms: number) => `  ${words.padEnd(WIDTH)} ${(ms / 1000).toFixed(1)} s`;

/**
 * Tells one step of the start, with the time it took: on a terminal as a plain line for a person, elsewhere as a line of the log.
 * @param step `words`: what was done; `begun`: from `performance.now()`; `fields`: more for the log
 */
export function tellStep(
  log: Pick<Log, "info">,
  { words, begun, fields }: { words: string; begun: number; fields?: object },
): void {
  const ms = performance.now() - begun;
  if (process.stdout.isTTY) process.stdout.write(`${stepLine(words, ms)}\n`);
  else log.info({ ...fields, ms: Math.round(ms) }, words);
}
