import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { EMPTY_POST } from "../post.ts";
import type { PostStatus } from "../post-rules.ts";
import type { Reach } from "../reach.sql.ts";
import type { RevisionKind, Snapshot } from "./revision.ts";

/** Newer fields get their default. */
export const storedSnapshot = (stored: Partial<Snapshot>): Snapshot => {
  const { category_id: _, ...empty } = EMPTY_POST;
  return { ...empty, category: null, ...stored };
};

export type Newest = {
  id: string;
  author_id: string | null;
  token_name: string | null;
  kind: RevisionKind;
  name: string | null;
  began_at: Date;
  was_public: boolean;
  content_text: string;
};

export type RevisionRow = Omit<Newest, "content_text" | "began_at"> & {
  created_at: Date;
  title: string;
  status: PostStatus;
  words_added: number;
  words_removed: number;
  full_name: string | null;
  email: string | null;
};

export const listed = (db: Db) =>
  db
    .selectFrom("post_revisions as r")
    .leftJoin("users as u", "u.id", "r.author_id")
    .select([
      "r.id",
      "r.author_id",
      "r.token_name",
      "r.kind",
      "r.name",
      "r.was_public",
      "r.created_at",
      "r.title",
      "r.status",
      "r.words_added",
      "r.words_removed",
      "u.full_name",
      "u.email",
    ]);

export async function findRevision(db: Db, postId: string, id: string, reach: Reach) {
  const row = (await listed(db)
    .select(["r.snapshot", "r.position"])
    .where("r.post_id", "=", postId)
    .where("r.id", "=", id)
    .where(reach(sql.ref("r.post_id")))
    .executeTakeFirst()) as (RevisionRow & { snapshot: Partial<Snapshot>; position: string }) | undefined;
  return row && { ...row, snapshot: storedSnapshot(row.snapshot) };
}
