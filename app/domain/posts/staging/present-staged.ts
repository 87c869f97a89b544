import type { Staged, StagedEdit } from "./model.ts";
import type { StagedRow } from "./staging.sql.ts";

/** A keeping as it leaves, without what was typed. */
export function presentStaged(row: StagedRow): Staged {
  const { editor_id, editor_email, editor_name, version, updated_at } = row;
  const editor = editor_id && editor_email ? { id: editor_id, full_name: editor_name, email: editor_email } : null;
  return { version, updated_at: updated_at.toISOString(), editor };
}

/** Changes of a post in full. */
export const presentStagedEdit = (row: StagedRow): StagedEdit => ({
  ...presentStaged(row),
  writing: row.writing,
  base: row.base,
  base_version: row.base_version,
});
