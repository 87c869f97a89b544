import type { PreviewLink, PreviewNote } from "./preview-model.ts";
import type { NoteRow, PreviewRow } from "./previews.sql.ts";

const person = (id: string | null, { full_name, email }: { full_name: string | null; email: string | null }) =>
  id === null || email === null ? null : { id, full_name, email };

/** A link as it leaves. */
export const presentLink = (row: PreviewRow): PreviewLink => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  created_by: person(row.created_by, row),
  may_note: row.may_note,
  notes: row.notes,
});

/** A note as it leaves. */
export const presentNote = (row: NoteRow): PreviewNote => ({
  id: row.id,
  author_name: row.author_name,
  content: row.content,
  quote: row.quote,
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: person(row.resolved_by, row),
});
