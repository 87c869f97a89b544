import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { EMPTY_POST, type PostFields } from "../post.ts";
import type { Reach } from "../reach.sql.ts";

/** The editor's columns are null when the account is gone. */
export type StagedRow = {
  id: string;
  writing: PostFields;
  base: PostFields;
  base_version: number;
  version: number;
  updated_at: Date;
  editor_id: string | null;
  token_name: string | null;
  editor_name: string | null;
  editor_email: string | null;
};

/** Newer fields get their default. */
export const storedFields = (stored: unknown): PostFields => ({ ...EMPTY_POST, ...(stored as Partial<PostFields>) });

/** `lock` prevents other changes until the transaction ends. */
export async function findStaged(db: Db, postId: string, reach: Reach, { lock = false } = {}): Promise<StagedRow | undefined> {
  const { rows } = await sql<StagedRow>`
    select e.id, e.writing, e.base, e.base_version, e.version, e.updated_at, e.editor_id, e.token_name, u.full_name as editor_name,
      u.email as editor_email
    from post_edits e left join users u on u.id = e.editor_id
    where e.post_id = ${postId}::uuid and ${reach(sql`e.post_id`)} ${lock ? sql`for update of e` : sql``}`.execute(db);
  const [row] = rows;
  return row && { ...row, writing: storedFields(row.writing), base: storedFields(row.base) };
}

export const json = (value: PostFields) => JSON.stringify(value);

export const deleteStaged = (db: Db, id: string) => db.deleteFrom("post_edits").where("id", "=", id).execute();
