import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tryAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { makeFolders, OWN } from "../../platform/storage/disk.ts";
import type { Context } from "../context.ts";
import { prepareStep } from "./apply/apply-step.ts";
import { placePictures } from "./apply/place-pictures.ts";
import { carryOutUndo } from "./carry-out-undo.ts";
import { ImportRefused, isForGood } from "./errors.ts";
import { identifySource } from "./identify-source.ts";
import { requeueImport } from "./import-commands.ts";
import { type ImportJob, type ImportRefusal, type ImportTools, openImportJob } from "./import-job.ts";
import { FOLDERS_MAX } from "./import-rules.ts";
import { analyzeFilled, countTry, endTry, findImport, importLock } from "./imports.sql.ts";
import type { Source } from "./items.ts";
import { forecastStep, type PlanStep, planImport } from "./plan-import.ts";
import { detectSource } from "./read/open-source.ts";
import { Notes } from "./report.ts";

async function read(job: ImportJob): Promise<Source> {
  const detected = await detectSource(job.file, job);
  await job.storeKind(detected.kind);
  const notes = new Notes();
  try {
    const source = await detected.read({ report: notes.report, oldSite: job.oldSite, options: job.options });
    const folders = source.folders.slice(0, FOLDERS_MAX);
    job.report.folders = folders.map(({ path, texts, isChosen }) => ({ path, texts, is_chosen: isChosen }));
    job.report.has_subscribers = source.hasSubscribers ?? false;
    job.report.languages = (source.languages ?? []).map(({ code, texts, isMain }) => ({ code, texts, is_main: isMain }));
    return source;
  } finally {
    // A resumed import has reported it before.
    if (!job.isResumed) job.note(notes);
  }
}

const prepare = (job: ImportJob, source: Source, step: PlanStep): Promise<() => Promise<Notes>> =>
  job.isDry ? Promise.resolve(() => forecastStep(job.ctx, step)) : prepareStep(job, source, step);

async function conclude(job: ImportJob, step: PlanStep, notes: Notes): Promise<boolean> {
  // The steps before the posts were reported before the interruption.
  const wasReported = job.resumeFrom > 0 && (step.kind === "library" || step.kind === "terms");
  if (!wasReported) job.note(notes);
  return step.kind !== "posts" || job.progress(step.looked);
}

/** The next batch is read and rendered while the database stores one. @returns whether it came to its end */
async function followPlan(job: ImportJob, source: Source): Promise<boolean> {
  let underWay = Promise.resolve(true);
  // After the first batch, and whenever there is ten times as much.
  let analyzeAt = 0;
  const settle = async (step: PlanStep, notes: Notes) => {
    if (!job.isDry && step.kind === "posts" && step.looked >= analyzeAt) {
      analyzeAt = step.looked * 10;
      await analyzeFilled(job.ctx.db);
    }
    return conclude(job, step, notes);
  };
  try {
    for await (const step of planImport(job.ctx, source, job)) {
      const take = await prepare(job, source, step);
      if (!(await underWay)) return false;
      underWay = take().then((notes) => settle(step, notes));
      // Awaited below; until then an error must not count as unhandled.
      underWay.catch(() => {});
    }
    return await underWay;
  } finally {
    await underWay.catch(() => {});
  }
}

async function runStages(job: ImportJob): Promise<void> {
  if (job.state === "undoing") {
    if (await carryOutUndo(job)) await job.finish();
    return;
  }
  const content = await read(job);
  try {
    await job.storeSource(await identifySource(job, content));
    const source = { ...content, name: job.source };
    if (job.state !== "pictures") {
      if (!(await job.progress(job.resumeFrom, source.total))) return;
      if (!(await followPlan(job, source))) return;
      if (job.isDry) return await job.pass();
    }
    if (await placePictures(job, source)) await job.finish();
  } finally {
    content.close();
  }
}

function refusalFrom(error: unknown): ImportRefusal | null {
  if (error instanceof ImportRefused) return { place: error.place, sentence: error.message };
  return isForGood(error)
    ? { place: "the file", sentence: `It contains something that can’t be stored: ${error.message}.` }
    : null;
}

/** @returns the path of a local copy, null if the file is here already */
async function fetchFile({ file, id, state, tools: { folder, shared } }: ImportJob): Promise<string | null> {
  if (!shared || state === "undoing" || existsSync(file)) return null;
  await makeFolders(folder, OWN.folder);
  return (await shared.fetch(id, file)) ? file : null;
}

/** Processes in a row that may end while they work on one import. */
const TRIES_MAX = 3;

const ENDED = new ImportRefused(
  "the server",
  "Three processes in a row ended while they worked on this file, so it isn’t tried again by itself. The file may be damaged, or need more memory " +
    "than this server has: the server’s log says more. Export and upload it once more, in smaller parts if you can, or start this import again.",
);

async function work(ctx: Context, id: string, tools: ImportTools): Promise<void> {
  const job = await openImportJob(ctx, id, tools);
  if (!job) return;
  // Counted first: afterwards nobody may be there to count.
  const tries = await countTry(ctx.db, id);
  const fetched = tries > TRIES_MAX ? null : await fetchFile(job);
  try {
    if (tries > TRIES_MAX) throw ENDED;
    await runStages(job);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || !(await findImport(ctx.db, id))) throw error;
    if (!(error instanceof ImportRefused))
      ctx.log.warn({ err: error, import: id }, "an import holds something that can't be stored");
    await job.stop(refusal);
  } finally {
    if (fetched) await rm(fetched, { force: true });
    await job.noteLastStep();
    await endTry(ctx.db, id);
  }
}

/** Nothing happens while another process runs it; another job follows for the rest. @throws errors that may not occur at the next try */
export async function performImport(ctx: Context, id: string, tools: ImportTools): Promise<void> {
  const isMine = await tryAdvisoryLock(ctx.db, importLock(id), () => work(ctx, id, tools));
  if (!isMine || tools.stopping?.aborted) await requeueImport(ctx, id);
}
