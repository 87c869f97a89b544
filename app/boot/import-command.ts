import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import type { Context } from "../domain/context.ts";
import { type ImportOptions, importOptions } from "../domain/imports/import.ts";
import { startImport, undoImport, uploadImport } from "../domain/imports/import-commands.ts";
import type { ImportTools } from "../domain/imports/import-job.ts";
import { IMPORTING, LANGUAGE_CHOICES, PAGE_CHOICES, SEVERITIES, UNDATED_CHOICES } from "../domain/imports/import-rules.ts";
import { categoriesBySlug, usersByEmail } from "../domain/imports/imported.sql.ts";
import { findImport, type ImportRow } from "../domain/imports/imports.sql.ts";
import { performImport } from "../domain/imports/perform-import.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import type { ArchivedSetting } from "../domain/settings/settings.ts";
import { cutText } from "../domain/text-rules.ts";
import { OPERATOR } from "../domain/users/user.ts";
import type { Config } from "../platform/config/config.ts";
import { addressOf } from "./greet.ts";
import { importsDir, openImports } from "./open-imports.ts";
import { mediaStore } from "./open-media.ts";
import { Refusal, runCommand, withDatabase } from "./run-command.ts";

const IMPORT_USAGE = `Imports another blog, whether or not the site is running.

  npm run import -- <file>                    an export of WordPress, Ghost, Medium, Substack or Blogger, a zip or tar.gz of
                                              Markdown files, a single one, or an archive of npm run export
  npm run import -- <file> --dry-run          only check the file, and report what would be kept, changed and dropped
  npm run import -- <file> --old-site <url>   the URL of the old blog, where its images are
  npm run import -- <file> --settings         also import the archive's settings that haven't been changed here
  npm run import -- --undo <id>               remove what an import has added, and give posts that it replaced back what
                                              they said before

How a file is imported:

  --drafts               all posts become drafts
  --pages <choice>       pages become ${PAGE_CHOICES.join(", ")} (${PAGE_CHOICES[0]} of the site unless given)
  --undated <choice>     posts without a date become ${UNDATED_CHOICES.join(", ")} where others have one (${UNDATED_CHOICES[0]} unless given)
  --language <code>      the main language of a blog that has several (the one that its configuration names unless given)
  --other-languages <choice>  texts in other languages: ${LANGUAGE_CHOICES.join(", ")} (${LANGUAGE_CHOICES[0]} unless given)
  --author <email>       this admin is the author of all posts
  --category <slug>      the category of posts that have none
  --another              this is another blog, also if it looks like one that was imported before
  --folder <path>        only the Markdown files in this folder; may be given several times
`;

const DISTANCE = 500;
const IMPORT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Opened only when the first byte is read, so that the reader gets the error. */
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

const OPTIONS = {
  "dry-run": { type: "boolean" },
  "old-site": { type: "string" },
  settings: { type: "boolean" },
  drafts: { type: "boolean" },
  pages: { type: "string" },
  undated: { type: "string" },
  language: { type: "string" },
  "other-languages": { type: "string" },
  author: { type: "string" },
  category: { type: "string" },
  another: { type: "boolean" },
  folder: { type: "string", multiple: true },
  undo: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

/** Replaces an email address and a slug by ids. @throws Refusal */
async function choicesFrom({ db }: Context, values: Values): Promise<ImportOptions> {
  const { author, category, pages, folder, drafts, another, undated, language } = values;
  const other_languages = values["other-languages"];
  const author_id = author === undefined ? null : (await usersByEmail(db, [author.toLowerCase()])).get(author.toLowerCase());
  if (author_id === undefined) throw new Refusal(`There is no user with the email address ${author}.`);
  const category_id = category === undefined ? null : (await categoriesBySlug(db)).get(category)?.id;
  if (category_id === undefined) throw new Refusal(`There is no category with the slug ${category}.`);
  const parsed = importOptions.safeParse({
    ...(pages !== undefined && { pages }),
    ...(undated !== undefined && { undated }),
    ...(language !== undefined && { language: language.toLowerCase() }),
    ...(other_languages !== undefined && { other_languages }),
    ...(drafts && { status: "drafts" }),
    ...(another && { blog: "another" }),
    ...(folder && { folders: folder }),
    author_id,
    category_id,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(`--${String(issue?.path[0]).replaceAll("_", "-")} ${issue?.message}.`);
}

/** One line for every 500 things. */
function createProgress(say: (line: string) => void) {
  let said = "";
  return (state: string, done: number, total: number): void => {
    const line = `${state}: ${done} of ${total}`;
    if (line !== said && (done % DISTANCE === 0 || done === total)) say(line);
    said = line;
  };
}

async function rowOf({ db }: Context, id: string): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw new Refusal("The import was deleted in the meantime.");
  return row;
}

async function undo(ctx: Context, id: string, tools: ImportTools): Promise<string[]> {
  if (!IMPORT_ID.test(id)) throw new Refusal(`${id} isn't the id of an import.`);
  await undoImport(ctx, OPERATOR, id);
  await performImport(ctx, id, tools);
  const row = await rowOf(ctx, id);
  const removed = Object.entries(row.report.removed ?? {}).map(([thing, n]) => `${thing.padEnd(11)}${n} removed`);
  return [...removed, "", ...reportOf(row)];
}

async function importFile(ctx: Context, folder: string, file: string, values: Values, tools: ImportTools): Promise<string[]> {
  const options = await choicesFrom(ctx, values);
  const name = cutText(basename(file), 255);
  const upload = { name, oldSite: values["old-site"] ?? null, body: piecesOf(file), options, shared: tools.shared };
  const { id } = await uploadImport(ctx, folder, OPERATOR, upload).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" || error.code === "EISDIR" ? new Refusal(`There is no file ${file}.`) : error;
  });
  await performImport(ctx, id, tools);
  const checked = reportOf(await rowOf(ctx, id));
  if (values["dry-run"]) return checked;
  await startImport(ctx, OPERATOR, id, { takeSettings: values.settings ?? false });
  await performImport(ctx, id, tools);
  return [...reportOf(await rowOf(ctx, id)), "", `To undo it: npm run import -- --undo ${id}`];
}

/** @returns the lines to print; null for invalid arguments @throws Refusal */
async function runImport(args: string[], projectDir: string, say: (line: string) => void): Promise<string[] | null> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [file] = positionals;
  // Either a file or an import to undo.
  if (values.help || (file === undefined) === (values.undo === undefined) || positionals.length > 1) return null;
  const run = async (ctx: Context, config: Config) => {
    const settings = await createCurrentSettings(ctx, { siteUrl: addressOf(config, config.port) });
    const onProgress = createProgress(say);
    const tools = openImports(config, { media: mediaStore(config), site: settings.site, onProgress });
    if (file === undefined) return undo(ctx, values.undo ?? "", tools);
    return importFile(ctx, importsDir(config.dataDir), file, values, tools);
  };
  return withDatabase(projectDir, run, IMPORTING);
}

process.exitCode = await runCommand(
  (args, dir) => runImport(args, dir, (line) => process.stderr.write(`${line}\n`)),
  IMPORT_USAGE,
);
