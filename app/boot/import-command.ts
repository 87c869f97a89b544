import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { startImport, uploadImport } from "../domain/imports/import-commands.ts";
import { SEVERITIES } from "../domain/imports/import-rules.ts";
import { findImport, type ImportRow } from "../domain/imports/imports.sql.ts";
import { performImport } from "../domain/imports/perform-import.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import type { ArchivedSetting } from "../domain/settings/settings.ts";
import { OPERATOR } from "../domain/users/user.ts";
import { addressOf } from "./greet.ts";
import { importsDir, openImports } from "./open-imports.ts";
import { mediaStore } from "./open-media.ts";
import { Refusal, runCommand, withDatabase } from "./run-command.ts";

const IMPORT_USAGE = `Imports another blog, whether or not the site is running.

  npm run import -- <file>                    an export of WordPress, Ghost, Medium, Substack or Blogger, a zip or tar.gz of
                                              Markdown files, a single one, or an archive of npm run export
  npm run import -- <file> --dry-run          only check the file, and report what would be kept, changed and dropped
  npm run import -- <file> --old-site <url>   the URL of the old blog, where its pictures are
  npm run import -- <file> --settings         also import the archive's settings that haven't been changed here
`;

const DISTANCE = 500;

/** A file's bytes. It is opened only when the first is read, so that the reader gets the error. */
async function* piecesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}

const settingLine = ({ name, value, refused }: ArchivedSetting) =>
  `  ${name}: ${value.replace(/\s+/g, " ")}${refused ? ` (refused: ${refused})` : ""}`;

function reportOf(row: ImportRow): string[] {
  const { counts, found, findings = [], refusal, settings = [] } = row.report;
  if (refusal) throw new Refusal(`${refusal.place}: ${refusal.sentence}`);
  const lines = Object.entries(counts ?? {}).map(([thing, n]) => {
    const parts = Object.entries(n).filter(([, many]) => many > 0);
    return `${thing.padEnd(11)}${parts.map(([outcome, many]) => `${many} ${outcome}`).join(", ") || "none"}`;
  });
  const summary = SEVERITIES.map((severity) => `${found?.[severity] ?? 0} ${severity}`).join(", ");
  return [
    ...lines,
    "",
    `Findings: ${summary}`,
    ...findings.map(({ severity, place, sentence }) => `  ${severity}: ${place}: ${sentence}`),
    ...(settings.length > 0 ? ["", `Settings (${row.take_settings ? "imported" : "only imported with --settings"}):`] : []),
    ...settings.map(settingLine),
  ];
}

/**
 * The command `npm run import`.
 * @param args the command's arguments
 * @returns the lines to print; null for invalid arguments
 * @throws Refusal
 */
async function runImport(args: string[], projectDir: string, say: (line: string) => void): Promise<string[] | null> {
  const options = {
    "dry-run": { type: "boolean" },
    "old-site": { type: "string" },
    settings: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file] = positionals;
  if (values.help || !file || positionals.length > 1) return null;
  return withDatabase(projectDir, async (ctx, config) => {
    const settings = await createCurrentSettings(ctx, { siteUrl: addressOf(config, config.port) });
    let said = "";
    const onProgress = (state: string, done: number, total: number) => {
      const line = `${state}: ${done} of ${total}`;
      if (line !== said && (done % DISTANCE === 0 || done === total)) say(line);
      said = line;
    };
    const media = mediaStore(config);
    const tools = openImports(config.dataDir, { media, site: settings.site, onProgress });
    const body = piecesOf(file);
    const upload = { name: basename(file).slice(0, 255), oldSite: values["old-site"] ?? null, body };
    const { id } = await uploadImport(ctx, importsDir(config.dataDir), OPERATOR, upload).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" || error.code === "EISDIR" ? new Refusal(`There is no file ${file}.`) : error;
    });
    const looked = async () => {
      const row = await findImport(ctx.db, id);
      if (!row) throw new Refusal("The import was deleted in the meantime.");
      return row;
    };
    await performImport(ctx, id, tools);
    if (values["dry-run"]) return reportOf(await looked());
    reportOf(await looked());
    await startImport(ctx, OPERATOR, id, { takeSettings: values.settings ?? false });
    await performImport(ctx, id, tools);
    return reportOf(await looked());
  });
}

process.exitCode = await runCommand(
  (args, dir) => runImport(args, dir, (line) => process.stderr.write(`${line}\n`)),
  IMPORT_USAGE,
);
