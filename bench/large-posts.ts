import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { renderContent } from "../app/domain/content/render-content.ts";
import type { Row } from "./row.ts";

export const title = "Rendering posts that are large or slow to render: how long other requests wait";

const PROSE = 'Larks *rise* early, "it is said", and [sing](https://larks.example/song) while they climb.\n\n## Of song\n\n';
const WRITINGS: [name: string, content: string][] = [
  ["900 000 characters of prose", PROSE.repeat(900_000 / PROSE.length)],
  ["450 000 openings of pictures", "![".repeat(450_000)],
  ["5 000 references to a footnote", `[^1]: A note.\n\n${"[^1]".repeat(4999)}`],
  ["60 000 references to a footnote (refused)", `[^1]: A note.\n\n${"[^1]".repeat(60_000)}`],
  ["200 000 headings (refused)", "# a\n".repeat(200_000)],
  ["120 000 rows of a table", `|a|\n|-|\n${"|a|\n".repeat(120_000)}`],
  ["900 000 brackets", "[".repeat(900_000)],
  ["4 000 characters of footnotes, on the main thread", `[^1]: A note.\n\n${"[^1]".repeat(990)}`],
];

/** Renders a post, as a save does. @returns the longest time that the main thread was blocked, and how long it took, in ms */
async function rendered(content: string): Promise<{ held: number; took: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await pause(50);
  delay.reset();
  const began = performance.now();
  await renderContent({ content, format: "markdown" }).catch(() => {});
  const took = performance.now() - began;
  await pause(20);
  delay.disable();
  return { held: delay.max / 1e6, took };
}

/** Renders each post once, after one that loads what is needed. */
export async function run(): Promise<Row[]> {
  await rendered(PROSE);
  await rendered(PROSE.repeat(100));
  const rows: Row[] = [];
  for (const [name, content] of WRITINGS) {
    const { held, took } = await rendered(content);
    rows.push({ measure: `${name}: held up`, value: held, unit: "ms", target: "≤ 100" });
    rows.push({ measure: `${name}: rendered`, value: took, unit: "ms" });
  }
  return rows;
}
