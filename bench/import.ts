import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FOOT, HEAD, item } from "../test/imports/build-export.ts";
import type { Row } from "./row.ts";
import { runCommand } from "./run-command.ts";
import { withScratch } from "./scratch.ts";
import { siteEnvironment } from "./site.ts";

export const title = "Importing 10 000 posts of 600 words from WordPress, and exporting them";

const POSTS = 10_000;

/** The commands `npm run import` and `npm run export`, as an operator runs them, on an embedded database. */
export const run = (): Promise<Row[]> =>
  withScratch(async (folder) => {
    const file = join(folder, "old.xml");
    async function* parts() {
      yield HEAD;
      for (let n = 1; n <= POSTS; n++) yield item(n, 600);
      yield FOOT;
    }
    await pipeline(Readable.from(parts()), createWriteStream(file));
    const env = { ...siteEnvironment(folder), DEMO_CONTENT: "false" };
    const dry = await runCommand("import-command.ts", [file, "--dry-run"], env);
    const first = await runCommand("import-command.ts", [file], env);
    const again = await runCommand("import-command.ts", [file], env);
    const out = await runCommand("export-command.ts", [join(folder, "all.zip")], env);
    return [
      { measure: "looking at them, with the start of the database", value: dry.seconds, unit: "s" },
      {
        measure: "posts a second, looked at and stored, with the start of the database",
        value: POSTS / first.seconds,
        unit: "/s",
        target: "≥ 200",
      },
      { measure: "memory at most", value: Math.max(dry.peak, first.peak), unit: "MB", target: "≤ 300" },
      { measure: "the same again, nothing new", value: again.seconds, unit: "s" },
      { measure: "exporting all of them", value: out.seconds, unit: "s" },
      { measure: "memory at most while exporting", value: out.peak, unit: "MB", target: "≤ 300" },
    ];
  });
