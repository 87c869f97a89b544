import type { Db } from "../../platform/database/db.ts";

export type Person = { full_name: string | null; email: string | null };

/** Only if the link still works. */
export const findLiving = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom("post_previews")
    .select(["id", "post_id", "expires_at", "may_note"])
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

export type NoteRow = Person & {
  id: string;
  post_id: string;
  author_name: string;
  /** of an editor's remark */
  writer_name: string | null;
  content: string;
  quote: string;
  created_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
};
