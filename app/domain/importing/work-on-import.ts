import { open } from "node:fs/promises";
import { isDiskFull } from "../../platform/storage/disk-full.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type KeptMedia, takeBackMedia } from "../media/reinstate-media.ts";
import { type Archived, adoptSettings, previewSettings } from "../settings/adopt-settings.ts";
import { isForGood } from "./errors.ts";
import { importFile } from "./files.ts";
import { createFindings, type Findings } from "./findings.ts";
import { readGhost } from "./ghost/read-ghost.ts";
import { takenIds } from "./imported.sql.ts";
import { countWaiting, findImport, type ImportRow, moveImport, stateOf, storeImport } from "./imports.sql.ts";
import type { ReadOptions, Source } from "./items.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { AT_WORK, type ImportKind, type ImportReport, type ImportState } from "./model.ts";
import { placePictures } from "./pictures/place-pictures.ts";
import { ImportRefused } from "./refusal.ts";
import type { Run } from "./storing/run.ts";
import { storeSource, withoutCounting } from "./storing/store-source.ts";
import { readWordpress } from "./wxr/read-wordpress.ts";

const READERS: Record<ImportKind, (path: string, options: ReadOptions) => Promise<Source>> = {
  wordpress: readWordpress,
  ghost: readGhost,
  markdown: readMarkdown,
};

/**
 * Tells an export by its first bytes, whatever it is called.
 * @throws ImportRefused when it is none
 */
async function detectSourceKind(path: string): Promise<ImportKind> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    const head = buffer.subarray(0, bytesRead);
    if (bytesRead === 0) throw new ImportRefused("the file", "It is empty.");
    if (head.toString("latin1", 0, 2) === "PK") return "markdown";
    const begin = head
      .toString(head[0] === 0xff ? "utf16le" : "utf8")
      .replace(/^\ufeff/, "")
      .trimStart();
    if (begin.startsWith("{")) return "ghost";
    if (begin.startsWith("<") || head[0] === 0xfe) return "wordpress";
    throw new ImportRefused(
      "the beginning of the file",
      "This is neither a WordPress export (XML), nor a Ghost export (JSON), nor a zip of Markdown files.",
    );
  } finally {
    await handle.close();
  }
}

/**
 * Reads an export once to its end.
 * @returns what it holds; `close` it
 * @throws ImportRefused naming the place, when it can't be read to its end
 */
const openSource = (path: string, kind: ImportKind, options: ReadOptions): Promise<Source> => READERS[kind](path, options);

/** Takes the pictures of one of our own archives back into the library; those that are here stay as they are. */
async function storeLibrary({ ctx, source, findings, dry }: Run, store: FileStore): Promise<void> {
  const here = await takenIds(
    ctx.db,
    "media",
    source.media.map(({ id }) => id),
  );
  findings.count("pictures", "unchanged", here.size);
  for (const { file, ...kept } of source.media) {
    if (here.has(kept.id)) continue;
    if (!dry) {
      try {
        const body = await source.file?.(file);
        if (body) await takeBackMedia(ctx, store, kept as unknown as KeptMedia, body);
      } catch (error) {
        if (!(error instanceof DomainError) || isDiskFull(error)) throw error;
        findings.count("pictures", "skipped");
        findings.tell("dropped", file, `The picture ${error.details?.[0]?.rule ?? error.message}.`);
        continue;
      }
    }
    findings.count("pictures", "added");
  }
}

const PLACE = "settings.json";

/** Shows what the settings of one of our own archives are, and takes them over where that was chosen. */
async function storeSite({ ctx, source, findings, actor, dry, takeSettings }: Run): Promise<void> {
  if (!source.settings) return;
  const archived = source.settings as Archived;
  const writer = actor.kind === "user" ? actor : ({ kind: "operator" } as const);
  if (!dry && takeSettings) {
    findings.report.settings = await adoptSettings(ctx, writer, archived);
    for (const { name, refused } of findings.report.settings) if (refused) findings.tell("kept", `${PLACE}, ${name}`, refused);
    return;
  }
  const { all, unknown } = await previewSettings(ctx, archived);
  findings.report.settings = all;
  if (unknown > 0) findings.tell("dropped", PLACE, `Settings and texts that aren't known here don't come along: ${unknown}.`);
  if (!dry && all.some(({ refused }) => refused === null))
    findings.tell("kept", PLACE, "The archive's settings were left alone: taking them over wasn't chosen.");
}

/** What imports work with beside the context. */
export type ImportTools = {
  /** where their files are */
  folder: string;
  media: FileStore;
  /** host (with port) of this site */
  ownHost(): string | undefined;
  /** aborted when the process stops: the import goes on after the next start */
  stopping?: AbortSignal | undefined;
  /** see PictureOptions */
  allows?: ((address: string) => boolean) | undefined;
  /** hears how far it has come */
  onProgress?: ((state: ImportState, done: number, total: number) => void) | undefined;
};

const jsonOf = (report: ImportReport) => JSON.stringify(report);

/** Whoever began it: what it writes is theirs. */
const actorOf = (row: ImportRow): Actor =>
  row.started_by && row.started_by_email
    ? { kind: "user", id: row.started_by, email: row.started_by_email, role: "admin", sessionId: "" }
    : { kind: "anonymous" };

/** Notes each step, and looks whether the import was called off or the process stops. */
function stepper(ctx: Context, row: ImportRow, state: ImportState, total: number, findings: Findings, tools: ImportTools) {
  return async (done: number): Promise<boolean> => {
    tools.onProgress?.(state, done, total);
    const report = jsonOf(findings.report);
    const stands = await moveImport(ctx.db, row.id, [state], {
      done,
      total: Math.max(done, total),
      report,
      updated_at: ctx.clock.now(),
    });
    return stands && !tools.stopping?.aborted;
  };
}

async function end(
  ctx: Context,
  row: ImportRow,
  from: readonly ImportState[],
  state: ImportState,
  report: ImportReport,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (db) => {
    const values = { state, report: jsonOf(report), updated_at: now, ...(state !== "checked" && { finished_at: now }) };
    if (!(await moveImport(db, row.id, from, values)) || state !== "done") return;
    const added = Object.fromEntries(Object.entries(report.counts).map(([thing, { added: n, updated }]) => [thing, n + updated]));
    const entry = {
      action: "finished",
      entity: "import",
      entityId: row.id,
      label: row.name,
      before: null,
      after: added,
    } as const;
    const actor = actorOf(row);
    await recordAudit({ ...ctx, db }, actor.kind === "user" ? actor : { kind: "operator" }, entry);
  });
}

/** Puts the pictures in place, which are fetched last: by then readers have the posts. */
async function finish(ctx: Context, row: ImportRow, run: Run, tools: ImportTools): Promise<void> {
  const waiting = await countWaiting(ctx.db, row.id);
  const report = jsonOf(run.findings.report);
  if (!(await moveImport(ctx.db, row.id, ["importing", "pictures"], { state: "pictures", done: 0, total: waiting, report })))
    return;
  const step = stepper(ctx, row, "pictures", waiting, run.findings, tools);
  const options = { store: tools.media, allows: tools.allows };
  if (await placePictures(run, options, step)) await end(ctx, row, ["pictures"], "done", run.findings.report);
}

async function work(ctx: Context, row: ImportRow, findings: Findings, tools: ImportTools): Promise<void> {
  const path = importFile(tools.folder, row.id);
  const kind = row.kind ?? (await detectSourceKind(path));
  if (!row.kind) await storeImport(ctx.db, row.id, { kind });
  const source = await openSource(path, kind, { tell: findings.tell, oldSite: row.old_site });
  try {
    const dry = row.state === "checking";
    const run: Run = {
      ctx,
      importId: row.id,
      source,
      findings,
      actor: actorOf(row),
      dry,
      takeSettings: row.take_settings,
      ownHost: tools.ownHost(),
    };
    if (row.state === "pictures") return await finish(ctx, row, run, tools);
    const step = stepper(ctx, row, row.state, source.total, findings, tools);
    const resumeFrom = dry ? 0 : row.done;
    if (!(await step(resumeFrom))) return;
    await storeLibrary(resumeFrom > 0 ? withoutCounting(run) : run, tools.media);
    if (!(await storeSource(run, step, resumeFrom))) return;
    await storeSite(run);
    if (dry) return await end(ctx, row, ["checking"], "checked", findings.report);
    await finish(ctx, row, run, tools);
  } finally {
    source.close();
  }
}

/**
 * Does what an import has to do: looks at the file, or stores what it holds. It may be called again for one that was cut off: what
 * has been stored is passed over.
 * @throws errors that may not occur at the next try; the import is unchanged then and can be continued
 */
export async function workOnImport(ctx: Context, id: string, tools: ImportTools): Promise<void> {
  const row = await findImport(ctx.db, id);
  if (!row || !AT_WORK.includes(row.state)) return;
  const goesOn = row.state === "pictures" || row.done > 0;
  const findings = createFindings(goesOn ? row.report : {});
  try {
    await work(ctx, row, findings, tools);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || (await stateOf(ctx.db, id)) === undefined) throw error;
    if (!(error instanceof ImportRefused))
      ctx.log.warn({ err: error, import: id }, "an import holds something that can't be stored");
    await refuse(ctx, row, findings.report, refusal);
  }
}

type Refusal = { place: string; sentence: string };

/** Why the work ends here; null for what may be over at the next try. */
function refusalFrom(error: unknown): Refusal | null {
  if (error instanceof ImportRefused) return { place: error.place, sentence: error.message };
  return isForGood(error) ? { place: "the file", sentence: `It holds something that can't be stored: ${error.message}.` } : null;
}

const storable = (text: string) => text.replaceAll("\0", "�").toWellFormed();

async function refuse(ctx: Context, row: ImportRow, report: ImportReport, { place, sentence }: Refusal): Promise<void> {
  const refusal = { place: storable(place), sentence: storable(sentence) };
  await end(ctx, row, AT_WORK, row.state === "checking" ? "refused" : "failed", { ...report, refusal });
}

/**
 * Ends an import that was tried again and again, so that it doesn't look as if it were under way for ever. What it has stored stays;
 * an admin may start it again.
 * @param reason what the last try met
 */
export async function giveImportUp(ctx: Context, id: string, reason: string): Promise<void> {
  const row = await findImport(ctx.db, id);
  if (!row || !AT_WORK.includes(row.state)) return;
  const sentence = `It met the same error again and again: ${reason.replace(/\.$/, "")}.`;
  await refuse(ctx, row, createFindings(row.report).report, { place: "the server", sentence });
}
