import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { SignedIn } from "../../authorize.ts";
import { wordChanges } from "../../content/common-sequence.ts";
import type { Context } from "../../context.ts";
import type { EditRow } from "../admin-posts.sql.ts";
import type { PostStatus } from "../post-rules.ts";
import { fieldsOf } from "../present-post.ts";
import { everyPost } from "../reach.sql.ts";
import {
  type FieldDifference,
  REVISION_STRETCH_MS,
  REVISIONS_KEPT,
  type RevisionKind,
  SNAPSHOT_FIELDS,
  type Snapshot,
} from "./revision.ts";
import { findRevision, type Newest } from "./revisions.sql.ts";

export function snapshotOf(row: EditRow): Snapshot {
  const { category_id, ...fields } = fieldsOf(row);
  const category = category_id !== null && row.category_name !== null ? { id: category_id, name: row.category_name } : null;
  return { ...fields, category };
}

function readable(value: Snapshot[keyof Snapshot]): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? value.name : value;
}

/** Without the content. @param before null for a first revision */
export function fieldDifferences(before: Snapshot | null, after: Snapshot): FieldDifference[] {
  return SNAPSHOT_FIELDS.map((field) => ({
    field,
    before: before ? readable(before[field]) : "",
    after: readable(after[field]),
  })).filter((one) => one.before !== one.after && (before !== null || saysSomething(one)));
}

/** A first revision lists only fields with a value other than these defaults. */
const saysSomething = ({ field, after }: FieldDifference) => after !== "" && field !== "featured" && field !== "content_format";

const sameSnapshot = (a: Snapshot, b: Snapshot): boolean =>
  fieldDifferences(a, b).length === 0 && a.content === b.content && a.category?.id === b.category?.id;

/** `before` is null for a new post; `authorId` is null if it was no user; `tokenName`: of the API token that wrote it. */
export type Change = {
  before: EditRow | null;
  after: EditRow;
  authorId: string | null;
  tokenName?: string | null | undefined;
  kind: RevisionKind;
};

/** The next save replaces it: it is unnamed, was never public, and the same person saved it a short time ago. */
const isOpen = (newest: Newest, { authorId, tokenName = null }: Change, now: Date) =>
  newest.name === null &&
  !newest.was_public &&
  newest.kind !== "earlier" &&
  authorId !== null &&
  newest.author_id === authorId &&
  newest.token_name === tokenName &&
  now.getTime() - newest.began_at.getTime() < REVISION_STRETCH_MS;

/** Manual and automatic saves together count as manual. */
const strongest = (before: RevisionKind, now: RevisionKind) => (before === "autosaved" ? now : before);

const kindOf = (kind: RevisionKind, replaced: Newest | undefined): RevisionKind =>
  replaced && replaced.kind !== "restored" && (kind === "updated" || kind === "autosaved")
    ? strongest(replaced.kind, kind)
    : kind;

type RevisionValues = {
  post_id: string;
  author_id: string | null;
  token_name: string | null;
  kind: RevisionKind;
  began_at: Date;
  created_at: Date;
  was_public: boolean;
  snapshot: Snapshot;
  content_text: string;
  words_added: number;
  words_removed: number;
};

function valuesOf({ before: _, after, authorId, tokenName = null, kind }: Change, now: Date, textBefore: string): RevisionValues {
  const words = wordChanges(textBefore, after.content_text);
  return {
    post_id: after.id,
    author_id: authorId,
    token_name: tokenName,
    kind,
    began_at: now,
    created_at: now,
    was_public: after.status === "published",
    snapshot: snapshotOf(after),
    content_text: after.content_text,
    words_added: words.added,
    words_removed: words.removed,
  };
}

const columns = ({ snapshot, ...values }: RevisionValues) => ({
  ...values,
  title: snapshot.title,
  status: snapshot.status,
  snapshot: JSON.stringify(snapshot),
});

const findNewest = (db: Db, postId: string, count: number) =>
  db
    .selectFrom("post_revisions")
    .select(["id", "author_id", "token_name", "kind", "name", "began_at", "was_public", "content_text"])
    .where("post_id", "=", postId)
    .orderBy("position", "desc")
    .limit(count)
    .execute() as Promise<Newest[]>;

/**
 * In the transaction of `ctx.db`, under the lock of writers of posts. Saves of one person within ten minutes become one revision, except
 * states that readers could see and states before a restoration. The first change of a post also stores the state before it.
 */
export async function recordRevision(ctx: Context, change: Change): Promise<void> {
  const { before, after, kind } = change;
  if (before && sameSnapshot(snapshotOf(before), snapshotOf(after))) return;
  const now = ctx.clock.now();
  const [newest, previous] = await findNewest(ctx.db, after.id, 2);
  if (!newest && before) {
    const first = { before: null, after: before, authorId: before.author_id, kind: "earlier" } as const;
    await insertRevision(ctx.db, valuesOf(first, before.updated_at, ""));
  }
  const replaced = newest && kind !== "restored" && isOpen(newest, change, now) ? newest : undefined;
  const textBefore = replaced ? previous?.content_text : (newest?.content_text ?? before?.content_text);
  const values = valuesOf({ ...change, kind: kindOf(kind, replaced) }, now, textBefore ?? "");
  if (change.tokenName) await markPosts(ctx.db, [after.id]);
  if (replaced) return replaceRevision(ctx.db, replaced.id, values);
  await insertRevision(ctx.db, values);
  await sql`
    delete from post_revisions where post_id = ${after.id}::uuid and name is null and position <= (
      select position from post_revisions where post_id = ${after.id}::uuid and name is null
      order by position desc offset ${REVISIONS_KEPT} limit 1
    )`.execute(ctx.db);
}

async function insertRevision(db: Db, values: RevisionValues): Promise<string> {
  const row = await db.insertInto("post_revisions").values(columns(values)).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

async function replaceRevision(db: Db, id: string, { began_at: _, ...values }: RevisionValues): Promise<void> {
  const { began_at: __, ...changes } = columns({ ...values, began_at: values.created_at });
  await db.updateTable("post_revisions").set(changes).where("id", "=", id).execute();
}

/** No later save replaces it. In the transaction of `ctx.db`; reuses such a revision. @returns its id */
export async function holdRevision(ctx: Context, row: EditRow): Promise<string> {
  const [newest] = await findNewest(ctx.db, row.id, 1);
  const stored = newest && (await findRevision(ctx.db, row.id, newest.id, everyPost));
  const isPermanent = newest && (newest.kind === "earlier" || newest.was_public || newest.name !== null);
  if (isPermanent && stored && sameSnapshot(stored.snapshot, snapshotOf(row))) return newest.id;
  const change = { before: null, after: row, authorId: row.author_id, kind: "earlier" } as const;
  return insertRevision(ctx.db, valuesOf(change, newest ? ctx.clock.now() : row.updated_at, newest?.content_text ?? ""));
}

const STATUS_KINDS: Record<PostStatus, RevisionKind> = { published: "published", archived: "archived", draft: "unpublished" };

export const revisionKind = (before: PostStatus, after: PostStatus): RevisionKind =>
  before === after ? "updated" : STATUS_KINDS[after];

/** In the transaction of `ctx.db`. */
export async function recordStatus(ctx: Context, { id, token }: SignedIn, ids: string[], status: PostStatus): Promise<void> {
  const made = { authorId: id, tokenName: token?.name ?? null };
  await repeatNewest(ctx.db, ids, { ...made, kind: STATUS_KINDS[status], status, now: ctx.clock.now() });
  if (token) await markPosts(ctx.db, ids);
}

/** As written by a token. */
export const markPosts = (db: Db, ids: string[]) =>
  db
    .insertInto("posts_by_tokens")
    .values(ids.map((post_id) => ({ post_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Copies the newest revision of each post. Posts without revisions are left out; their first change creates one. */
async function repeatNewest(
  db: Db,
  postIds: string[],
  {
    authorId,
    tokenName,
    kind,
    status,
    now,
  }: { authorId: string; tokenName: string | null; kind: RevisionKind; status: PostStatus; now: Date },
): Promise<void> {
  await sql`
    insert into post_revisions (post_id, author_id, token_name, kind, began_at, created_at, was_public, title, status, snapshot, content_text,
      words_added, words_removed)
    select r.post_id, ${authorId}::uuid, ${tokenName}::text, ${kind}::text, ${now}::timestamptz, ${now}::timestamptz, ${status === "published"}::boolean, r.title,
      ${status}::text,
      r.snapshot || jsonb_build_object('status', ${status}::text), r.content_text, 0, 0
    from unnest(${postIds}::uuid[]) p (id)
    cross join lateral (select * from post_revisions where post_id = p.id order by position desc limit 1) r`.execute(db);
}
