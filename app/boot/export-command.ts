import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportArchive, exportJson } from "../domain/exports/export-site.ts";
import { OPERATOR } from "../domain/users/user.ts";
import { OWN } from "../platform/storage/disk.ts";
import { mediaStore } from "./open-media.ts";
import { Refusal, runCommand, withDatabase } from "./run-command.ts";

const EXPORT_USAGE = `Exports the site's content to a file, whether or not the site is running.

  npm run export -- <file.zip>      Markdown with front matter, comments and images; npm run import restores it unchanged
  npm run export -- <file.json>     the same without the images, as JSON
`;

/** The file appears whole or not at all. @returns the lines to print; null for invalid arguments @throws Refusal */
async function runExport(args: string[], projectDir: string): Promise<string[] | null> {
  const { values, positionals } = parseArgs({ args, options: { help: { type: "boolean", short: "h" } }, allowPositionals: true });
  const [file] = positionals;
  if (values.help || positionals.length !== 1 || !file || !/\.(?:zip|json)$/i.test(file)) return null;
  return withDatabase(projectDir, async (ctx, config) => {
    const media = mediaStore(config);
    const isJson = /\.json$/i.test(file);
    const from = isJson ? await exportJson(ctx, OPERATOR) : await exportArchive(ctx, media, OPERATOR);
    const unfinished = `${file}.unfinished`;
    try {
      await pipeline(from, createWriteStream(unfinished, { mode: OWN.file }));
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      const { code } = error as NodeJS.ErrnoException;
      throw code === "ENOENT" || code === "EACCES" ? new Refusal(`${file} can't be written (${code}).`) : error;
    }
    return [`Everything is in ${file}.`];
  });
}

process.exitCode = await runCommand((args, dir) => runExport(args, dir), EXPORT_USAGE);
