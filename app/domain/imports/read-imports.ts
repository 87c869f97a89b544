import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { paged } from "../schema-fields.ts";
import { noImport } from "./errors.ts";
import { importPolicy } from "./import.policy.ts";
import { type FindingPage, type Import, type ImportPage, importOptions, type MissingPicturePage } from "./import.ts";
import {
  FINDINGS_PAGE_SIZE,
  IMPORT_MOVES,
  IMPORTS_PAGE_SIZE,
  MISSING_PAGE_SIZE,
  noReport,
  SEVERITIES,
  type Severity,
  UNDO_DAYS,
} from "./import-rules.ts";
import { countImports, findImport, type ImportRow, importRows } from "./imports.sql.ts";
import { missingRows } from "./pictures.sql.ts";
import { byWeight, groupOf } from "./report.ts";

type FindingsWanted = { severity?: Severity | undefined; group?: string | undefined; page: number; limit?: number };

const DAY = 24 * 3600_000;

export function undoUntil({ state, is_undoable, finished_at, created_at }: ImportRow, now: Date): Date | null {
  if (!is_undoable || !(state in IMPORT_MOVES.undo)) return null;
  const until = new Date((finished_at ?? created_at).getTime() + UNDO_DAYS * DAY);
  return until < now ? null : until;
}

export function presentImport(row: ImportRow, now: Date): Import {
  const { counts, found, refusal, settings, folders, languages, has_subscribers, removed } = { ...noReport(), ...row.report };
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    bytes: row.bytes,
    old_site: row.old_site,
    state: row.state,
    done: row.done,
    total: row.total,
    counts,
    found,
    refusal,
    settings,
    folders,
    languages,
    has_subscribers,
    options: importOptions.parse(row.options),
    missing_pictures: row.missing_pictures,
    same_as: row.same_as && { ...row.same_as, imported_at: new Date(row.same_as.imported_at).toISOString() },
    undo_until: undoUntil(row, now)?.toISOString() ?? null,
    is_stopping: row.is_stopping,
    removed: removed ?? null,
    take_settings: row.take_settings,
    started_by: row.started_by_email,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Imports, the newest first; a page (from 1) beyond the end is empty. @throws DomainError `forbidden` */
export async function listImports(
  ctx: Context,
  actor: Actor,
  { page, limit = IMPORTS_PAGE_SIZE }: { page: number; limit?: number },
): Promise<ImportPage> {
  authorize(actor, importPolicy.read);
  const total = await countImports(ctx.db);
  const rows = await importRows(ctx.db, { limit, offset: (page - 1) * limit });
  const now = ctx.clock.now();
  return paged(
    rows.map((row) => presentImport(row, now)),
    total,
    page,
    limit,
  );
}

/** @throws DomainError `forbidden`; PGRST116 */
export async function readImport(ctx: Context, actor: Actor, id: string): Promise<Import> {
  authorize(actor, importPolicy.read);
  const row = await findImport(ctx.db, id);
  if (!row) throw noImport();
  return presentImport(row, ctx.clock.now());
}

/** The most serious findings first, and all groups of the severity. @throws DomainError `forbidden`; PGRST116 */
export async function readFindings(
  ctx: Context,
  actor: Actor,
  id: string,
  { severity, group, page, limit = FINDINGS_PAGE_SIZE }: FindingsWanted,
): Promise<FindingPage> {
  authorize(actor, importPolicy.read);
  const row = await findImport(ctx.db, id);
  if (!row) throw noImport();
  const isMeant = (one: { severity: Severity }) => severity === undefined || one.severity === severity;
  const weight = (one: { severity: Severity }) => SEVERITIES.indexOf(one.severity);
  const all = (row.report.findings ?? [])
    .filter((finding) => isMeant(finding) && (group === undefined || groupOf(finding.sentence) === group))
    .sort((a, b) => weight(a) - weight(b));
  const items = all.slice((page - 1) * limit, page * limit);
  const groups = (row.report.groups ?? []).filter(isMeant).sort(byWeight);
  return { groups, ...paged(items, all.length, page, limit) };
}

/** By the titles of their posts. @throws DomainError `forbidden`; PGRST116 */
export async function listMissingPictures(
  ctx: Context,
  actor: Actor,
  id: string,
  { page, limit = MISSING_PAGE_SIZE }: { page: number; limit?: number },
): Promise<MissingPicturePage> {
  authorize(actor, importPolicy.read);
  if (!(await findImport(ctx.db, id))) throw noImport();
  const { total, rows } = await missingRows(ctx.db, id, { limit, offset: (page - 1) * limit });
  const items = rows.map(({ address, written, post_id, title, reason, tried_at }) => ({
    address,
    is_featured: written === "",
    post_id,
    post_title: title,
    reason,
    tried_at: tried_at?.toISOString() ?? null,
  }));
  return paged(items, total, page, limit);
}
