import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { EMPTY_POST } from "../post.ts";
import type { PostStatus } from "../post-rules.ts";
import type { RevisionKind, Snapshot } from "./revision.ts";

/** A stored snapshot; fields that are newer than it get their default. */
const storedSnapshot = (stored: Partial<Snapshot>): Snapshot => {
  const { category_id: _, ...empty } = EMPTY_POST;
  return { ...empty, category: null, ...stored };
};

/** The values of a new revision. */
export type RevisionValues = {
  post_id: string;
  author_id: string | null;
  kind: RevisionKind;
  began_at: Date;
  created_at: Date;
  was_public: boolean;
  snapshot: Snapshot;
  content_text: string;
  words_added: number;
  words_removed: number;
};

/** What `recordRevision` reads of an existing revision. */
export type Newest = {
  id: string;
  author_id: string | null;
  kind: RevisionKind;
  name: string | null;
  began_at: Date;
  was_public: boolean;
  content_text: string;
};

const columns = ({ snapshot, ...values }: RevisionValues) => ({
  ...values,
  title: snapshot.title,
  status: snapshot.status,
  snapshot: JSON.stringify(snapshot),
});

/** A post's newest revisions, the newest first. */
export const findNewest = (db: Db, postId: string, count: number) =>
  db
    .selectFrom("post_revisions")
    .select(["id", "author_id", "kind", "name", "began_at", "was_public", "content_text"])
    .where("post_id", "=", postId)
    .orderBy("position", "desc")
    .limit(count)
    .execute() as Promise<Newest[]>;

/** Adds a revision. @returns its id */
export async function insertRevision(db: Db, values: RevisionValues): Promise<string> {
  const row = await db.insertInto("post_revisions").values(columns(values)).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Replaces the state of a revision; its `began_at` stays. */
export async function replaceRevision(db: Db, id: string, { began_at: _, ...values }: RevisionValues): Promise<void> {
  const { began_at: __, ...changes } = columns({ ...values, began_at: values.created_at });
  await db.updateTable("post_revisions").set(changes).where("id", "=", id).execute();
}

/** Deletes the unnamed revisions of a post except the newest ones. */
export async function pruneRevisions(db: Db, postId: string, kept: number): Promise<void> {
  await sql`
    delete from post_revisions where post_id = ${postId}::uuid and name is null and position <= (
      select position from post_revisions where post_id = ${postId}::uuid and name is null
      order by position desc offset ${kept} limit 1
    )`.execute(db);
}

/**
 * Stores a change of status: copies the newest revision of each post with the new status. Posts without revisions are left out; their
 * first change creates one.
 */
export async function repeatNewest(
  db: Db,
  postIds: string[],
  { authorId, kind, status, now }: { authorId: string; kind: RevisionKind; status: PostStatus; now: Date },
): Promise<void> {
  await sql`
    insert into post_revisions (post_id, author_id, kind, began_at, created_at, was_public, title, status, snapshot, content_text,
      words_added, words_removed)
    select r.post_id, ${authorId}::uuid, ${kind}::text, ${now}::timestamptz, ${now}::timestamptz, ${status === "published"}::boolean, r.title,
      ${status}::text,
      r.snapshot || jsonb_build_object('status', ${status}::text), r.content_text, 0, 0
    from unnest(${postIds}::uuid[]) p (id)
    cross join lateral (select * from post_revisions where post_id = p.id order by position desc limit 1) r`.execute(db);
}

/** A revision as the list shows it. */
export type RevisionRow = Omit<Newest, "content_text" | "began_at"> & {
  created_at: Date;
  title: string;
  status: PostStatus;
  words_added: number;
  words_removed: number;
  full_name: string | null;
  email: string | null;
};

const listed = (db: Db) =>
  db
    .selectFrom("post_revisions as r")
    .leftJoin("users as u", "u.id", "r.author_id")
    .select([
      "r.id",
      "r.author_id",
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

/** A page of a post's revisions, the newest first. */
export const pageOfRevisions = (db: Db, postId: string, { limit, offset }: { limit: number; offset: number }) =>
  listed(db).where("r.post_id", "=", postId).orderBy("r.position", "desc").limit(limit).offset(offset).execute() as Promise<
    RevisionRow[]
  >;

/** How many revisions a post has. */
export async function countRevisions(db: Db, postId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from post_revisions where post_id = ${postId}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

/** One revision of a post with its snapshot. */
export async function findRevision(db: Db, postId: string, id: string) {
  const row = (await listed(db)
    .select(["r.snapshot", "r.position"])
    .where("r.post_id", "=", postId)
    .where("r.id", "=", id)
    .executeTakeFirst()) as (RevisionRow & { snapshot: Partial<Snapshot>; position: string }) | undefined;
  return row && { ...row, snapshot: storedSnapshot(row.snapshot) };
}

/** The revision before one. */
export async function findPrevious(db: Db, postId: string, position: string) {
  const row = await db
    .selectFrom("post_revisions")
    .select(["snapshot", "created_at", "name"])
    .where("post_id", "=", postId)
    .where(sql<boolean>`position < ${position}::bigint`)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, snapshot: storedSnapshot(row.snapshot as Partial<Snapshot>) };
}

/** Names a revision or removes its name. @returns whether the revision exists */
export async function setName(db: Db, postId: string, id: string, name: string | null): Promise<boolean> {
  const result = await db
    .updateTable("post_revisions")
    .set({ name })
    .where("post_id", "=", postId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether another post has the slug. */
export async function isSlugOfAnother(db: Db, postId: string, slug: string): Promise<boolean> {
  const row = await db.selectFrom("posts").select("id").where("slug", "=", slug).where("id", "<>", postId).executeTakeFirst();
  return row !== undefined;
}
