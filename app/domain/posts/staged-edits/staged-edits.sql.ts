import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { EMPTY_POST, type PostFields } from "../post.ts";
import type { UnfinishedRow } from "./staged-edit.ts";

/** A staged edit as the queries read it. The editor's columns are null when the account is gone. */
export type StagedRow = {
  id: string;
  writing: PostFields;
  base: PostFields;
  base_version: number;
  version: number;
  updated_at: Date;
  editor_id: string | null;
  editor_name: string | null;
  editor_email: string | null;
};

/** Stored fields; those that are newer than the stored ones get their default. */
const storedFields = (stored: unknown): PostFields => ({ ...EMPTY_POST, ...(stored as Partial<PostFields>) });

/** The staged edit of a post, if any. `lock` prevents other changes until the transaction ends. */
export async function findStaged(db: Db, postId: string, { lock = false } = {}): Promise<StagedRow | undefined> {
  const { rows } = await sql<StagedRow>`
    select e.id, e.writing, e.base, e.base_version, e.version, e.updated_at, e.editor_id, u.full_name as editor_name,
      u.email as editor_email
    from post_edits e left join users u on u.id = e.editor_id
    where e.post_id = ${postId}::uuid ${lock ? sql`for update of e` : sql``}`.execute(db);
  const [row] = rows;
  return row && { ...row, writing: storedFields(row.writing), base: storedFields(row.base) };
}

/** Whether the post exists and isn't in the trash. The lock prevents its deletion until the transaction ends. */
export async function holdPost(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom("posts").select("id").where("id", "=", id).where("status", "<>", "trashed");
  return (await query.forKeyShare().executeTakeFirst()) !== undefined;
}

/** The values of a staged edit: the form, the post that it started from, its editor and time. */
export type StagedValues = { writing: PostFields; base: PostFields; base_version: number; editor_id: string; now: Date };

const json = (value: PostFields) => JSON.stringify(value);

/** Inserts a staged edit. @returns false when someone else has inserted one at the same moment */
export async function insertStaged(db: Db, postId: string, { writing, base, now, ...values }: StagedValues): Promise<boolean> {
  const row = await db
    .insertInto("post_edits")
    .values({ ...values, post_id: postId, writing: json(writing), base: json(base), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column("post_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates a staged edit. */
export async function updateStaged(db: Db, id: string, { writing, base, now, ...values }: StagedValues): Promise<void> {
  await db
    .updateTable("post_edits")
    .set(({ eb }) => ({
      ...values,
      writing: json(writing),
      base: json(base),
      updated_at: now,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

export const deleteStaged = (db: Db, id: string) => db.deleteFrom("post_edits").where("id", "=", id).execute();

/** The first 60 characters of the content without tags. Entities and Markdown syntax stay. */
const OPENING = sql<string>`
  left(btrim(regexp_replace(regexp_replace(left(writing ->> 'content', 2000), '<[^>]*>', ' ', 'g'), '\\s+', ' ', 'g')), 60)`;

/** An author's unfinished posts, the newest first. */
export const listUnfinished = (
  db: Db,
  authorId: string,
  limit: number,
): Promise<(Omit<UnfinishedRow, "updated_at"> & { updated_at: Date })[]> =>
  db
    .selectFrom("post_edits")
    .select(["id", "updated_at", sql<string>`writing ->> 'title'`.as("title"), OPENING.as("opening")])
    .where("author_id", "=", authorId)
    .where("post_id", "is", null)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** One unfinished post with its fields. */
export async function findUnfinished(db: Db, authorId: string, id: string, { lock = false } = {}) {
  const row = await db
    .selectFrom("post_edits")
    .select(["id", "writing", "version", "updated_at"])
    .where("id", "=", id)
    .where("author_id", "=", authorId)
    .where("post_id", "is", null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { ...row, writing: storedFields(row.writing) };
}

/** Inserts an unfinished post. @returns false when the id is taken */
export async function insertUnfinished(db: Db, id: string, authorId: string, writing: PostFields, now: Date): Promise<boolean> {
  const row = await db
    .insertInto("post_edits")
    .values({ id, author_id: authorId, editor_id: authorId, writing: json(writing), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates an unfinished post. */
export async function updateUnfinished(db: Db, id: string, writing: PostFields, now: Date): Promise<void> {
  await db
    .updateTable("post_edits")
    .set(({ eb }) => ({ writing: json(writing), updated_at: now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Deletes a former slug that no reader can know. @param slug the one that the post has just given up */
export const forgetSlug = (db: Db, postId: string, slug: string) =>
  db.deleteFrom("post_slugs").where("post_id", "=", postId).where("slug", "=", slug).execute();
