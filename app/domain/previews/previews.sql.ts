import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

type Person = { full_name: string | null; email: string | null };

/** A link as the queries read it for the back office. */
export type PreviewRow = Person & {
  id: string;
  created_at: Date;
  expires_at: Date;
  created_by: string | null;
  may_note: boolean;
  notes: number;
};

/** The values of a new link. */
export type NewPreview = {
  post_id: string;
  token_hash: Buffer;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  may_note: boolean;
};

/** Inserts a link. @returns its id */
export async function insertPreview(db: Db, values: NewPreview): Promise<string> {
  const row = await db.insertInto("post_previews").values(values).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** The links of a post that still work, the newest first. */
export async function livingPreviews(db: Db, postId: string, now: Date): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    select p.id, p.created_at, p.expires_at, p.created_by, p.may_note, u.full_name, u.email,
      (select count(*)::integer from post_preview_notes n where n.preview_id = p.id) as notes
    from post_previews p left join users u on u.id = p.created_by
    where p.post_id = ${postId}::uuid and p.revoked_at is null and p.expires_at > ${now}
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

/** Revokes a link that works. @returns whether there was one */
export async function revokePreview(db: Db, postId: string, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("post_previews")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("post_id", "=", postId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The link with this token, if it still works. */
export const findLiving = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom("post_previews")
    .select(["id", "post_id", "expires_at", "may_note"])
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Deletes the links of a post that ended before `end`. Their notes stay. */
export async function deleteEnded(db: Db, postId: string, end: Date): Promise<void> {
  await db
    .deleteFrom("post_previews")
    .where("post_id", "=", postId)
    .where(({ or, eb }) => or([eb("expires_at", "<", end), eb("revoked_at", "<", end)]))
    .execute();
}

/** The values of a new note. */
export type NewNote = {
  post_id: string;
  preview_id: string;
  author_name: string;
  content: string;
  quote: string;
  created_at: Date;
};

/** Inserts a note unless the link has `most` of them. @returns whether it was inserted */
export async function insertNote(db: Db, note: NewNote, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into post_preview_notes (post_id, preview_id, author_name, content, quote, created_at)
    select ${note.post_id}::uuid, ${note.preview_id}::uuid, ${note.author_name}::text, ${note.content}::text, ${note.quote}::text,
      ${note.created_at}::timestamptz
    where (select count(*) from post_preview_notes where preview_id = ${note.preview_id}::uuid) < ${most}::integer`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** A note as the queries read it for the back office. */
export type NoteRow = Person & {
  id: string;
  post_id: string;
  author_name: string;
  content: string;
  quote: string;
  created_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
};

const notes = (db: Db) =>
  db
    .selectFrom("post_preview_notes as n")
    .leftJoin("users as u", "u.id", "n.resolved_by")
    .select([
      "n.id",
      "n.post_id",
      "n.author_name",
      "n.content",
      "n.quote",
      "n.created_at",
      "n.resolved_at",
      "n.resolved_by",
      "u.full_name",
      "u.email",
    ]);

/** The notes of a post: open ones first, then the newest. */
export const notesOfPost = (db: Db, postId: string, most: number): Promise<NoteRow[]> =>
  notes(db)
    .where("n.post_id", "=", postId)
    .orderBy(sql`n.resolved_at is not null`)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(most)
    .execute();

/** One note of a post. */
export const findNote = (db: Db, postId: string, id: string): Promise<NoteRow | undefined> =>
  notes(db).where("n.post_id", "=", postId).where("n.id", "=", id).executeTakeFirst();

/** Resolves a note or opens it again. */
export async function setResolved(db: Db, id: string, by: string | null, at: Date | null): Promise<void> {
  await db.updateTable("post_preview_notes").set({ resolved_at: at, resolved_by: by }).where("id", "=", id).execute();
}

/** Deletes a note. */
export async function deleteNoteRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("post_preview_notes").where("id", "=", id).execute();
}
