import type { ImportRow } from "./imports.sql.ts";
import { type Import, noReport } from "./model.ts";

/** An import as the back office shows it, without its findings. */
export function presentImport(row: ImportRow): Import {
  const { counts, found, refusal, settings } = { ...noReport(), ...row.report };
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
    take_settings: row.take_settings,
    started_by: row.started_by_email,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
