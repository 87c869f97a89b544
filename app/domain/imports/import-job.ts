import { join } from "node:path";
import type { FileStore } from "../../platform/storage/file-store.ts";
import type { SharedFiles } from "../../platform/storage/shared-files.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { chosenAs } from "./apply-choices.ts";
import { type ImportOptions, importOptions } from "./import.ts";
import { AT_WORK, type ImportKind, type ImportReport, type ImportState } from "./import-rules.ts";
import { findImport, type ImportRow, moveImport, noteLastStep, noteProgress, storeImport } from "./imports.sql.ts";
import { createReport, type Notes } from "./report.ts";

export type ImportTools = {
  folder: string;
  /** where those are that another instance received */
  shared?: SharedFiles | undefined;
  media: FileStore;
  /** host (with port) of this site */
  ownHost(): string | undefined;
  /** aborted when the process stops: the import goes on after the next start */
  stopping?: AbortSignal | undefined;
  allows?: ((address: string) => boolean) | undefined;
  onProgress?: ((state: ImportState, done: number, total: number) => void) | undefined;
};

export type ImportRefusal = { place: string; sentence: string };

export const importFile = (folder: string, id: string): string => join(folder, id);

/** Where an archive that has no list of contents is unpacked while its import runs. */
export const unpackedFile = (file: string): string => `${file}.unpacked`;

const storable = (text: string) => text.replaceAll("\0", "�").toWellFormed();

const actorOf = ({ started_by, started_by_email }: ImportRow): Actor =>
  started_by && started_by_email
    ? { kind: "user", id: started_by, email: started_by_email, role: "admin", sessionId: "" }
    : { kind: "anonymous" };

/** Its state is in its row, so that another process can continue it. */
export class ImportJob {
  readonly ctx: Context;
  readonly tools: ImportTools;
  readonly id: string;
  readonly actor: Actor;
  readonly oldSite: string | null;
  readonly takeSettings: boolean;
  readonly options: ImportOptions;
  /** From `identifySource`; empty until the file has been read. */
  source: string;
  readonly resumeFrom: number;
  /** Accounts and categories by their keys in the file, once they are here, and those that were chosen. */
  authors: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
  readonly #row: ImportRow;
  readonly #report: ReturnType<typeof createReport>;
  #state: ImportState;
  #total = 0;

  constructor(ctx: Context, row: ImportRow, tools: ImportTools) {
    this.ctx = ctx;
    this.tools = tools;
    this.id = row.id;
    this.actor = actorOf(row);
    this.oldSite = row.old_site;
    this.takeSettings = row.take_settings;
    this.options = importOptions.parse(row.options);
    this.authors = new Map(chosenAs(this.options.author_id));
    this.categories = new Map(chosenAs(this.options.category_id));
    this.source = row.source ?? "";
    this.resumeFrom = row.state === "importing" ? row.done : 0;
    this.#row = row;
    this.#state = row.state;
    const { unfinished, is_unrelated, ...before } = row.report;
    this.#report = createReport({
      ...(is_unrelated && !this.isDry && { is_unrelated }),
      ...(this.isResumed && { ...before, ...(unfinished && row.state === "pictures" && { unfinished }) }),
    });
  }

  get state(): ImportState {
    return this.#state;
  }
  get isDry(): boolean {
    return this.#row.state === "checking";
  }
  get isResumed(): boolean {
    return this.#row.state === "pictures" || this.#row.state === "undoing" || this.resumeFrom > 0;
  }
  get total(): number {
    return this.#row.total;
  }
  get name(): string {
    return this.#row.name;
  }
  get file(): string {
    return importFile(this.tools.folder, this.id);
  }
  get unpacked(): string {
    return unpackedFile(this.file);
  }
  get report(): ImportReport {
    return this.#report.report;
  }

  async storeKind(kind: ImportKind): Promise<void> {
    if (kind !== this.#row.kind) await storeImport(this.ctx.db, this.id, { kind });
  }

  async storeSource(source: string): Promise<void> {
    this.source = source;
    if (!this.isDry) await storeImport(this.ctx.db, this.id, { source });
  }

  note(notes: Notes): void {
    this.#report.add(notes);
  }

  /** @param total once for each stage @returns false when it was canceled or the process stops */
  async progress(done: number, total = this.#total): Promise<boolean> {
    this.#total = total;
    const { ctx, tools } = this;
    tools.onProgress?.(this.#state, done, total);
    const values = { done, total: Math.max(done, total), report: JSON.stringify(this.report), updated_at: ctx.clock.now() };
    return (await noteProgress(ctx.db, this.id, this.#state, values)) && !tools.stopping?.aborted;
  }

  /** A check has stored nothing, so it notes nothing. */
  async noteLastStep(): Promise<void> {
    if (!this.isDry) await noteLastStep(this.ctx.db, this.id, JSON.stringify(this.report));
  }

  async fetchPictures(total: number): Promise<boolean> {
    const values = { done: 0, total, report: JSON.stringify(this.report) };
    const state = await moveImport(this.ctx.db, this.id, "fetch", values);
    this.#state = state ?? this.#state;
    this.#total = total;
    return state !== undefined;
  }

  async pass(): Promise<void> {
    const values = { report: JSON.stringify(this.report), source: this.source, updated_at: this.ctx.clock.now() };
    await moveImport(this.ctx.db, this.id, "pass", values);
  }

  /** Without all of its posts it stays canceled. */
  async finish(): Promise<void> {
    const { ctx, actor, report } = this;
    await ctx.db.transaction().execute(async (db) => {
      if (!(await moveImport(db, this.id, report.unfinished ? "rest" : "finish", endOf(ctx, report)))) return;
      const counts = Object.entries(report.counts).map(([thing, { added, updated }]) => [thing, added + updated] as const);
      const action = report.removed ? "undone" : report.unfinished ? "picture fetch finished" : "finished";
      const entry = { action, entity: "import", entityId: this.id, label: this.#row.name, before: null } as const;
      const doer = actor.kind === "user" ? actor : ({ kind: "operator" } as const);
      await recordAudit({ ...ctx, db }, doer, { ...entry, after: report.removed ?? Object.fromEntries(counts) });
    });
  }

  stop(refusal: ImportRefusal): Promise<void> {
    return stopImport(this.ctx, this.id, this.report, refusal);
  }
}

const endOf = ({ clock }: Context, report: ImportReport) => {
  const now = clock.now();
  return { report: JSON.stringify(report), updated_at: now, finished_at: now };
};

/** A check becomes refused, a run failed. */
export async function stopImport(
  ctx: Context,
  id: string,
  report: ImportReport,
  { place, sentence }: ImportRefusal,
): Promise<void> {
  const refusal = { place: storable(place), sentence: storable(sentence) };
  await moveImport(ctx.db, id, "stop", endOf(ctx, { ...report, refusal }));
}

/** Undefined when the import has nothing to do. */
export async function openImportJob(ctx: Context, id: string, tools: ImportTools): Promise<ImportJob | undefined> {
  const row = await findImport(ctx.db, id);
  return row && AT_WORK.includes(row.state) ? new ImportJob(ctx, row, tools) : undefined;
}
