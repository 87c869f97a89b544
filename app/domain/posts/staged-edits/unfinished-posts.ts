import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound } from "../../errors.ts";
import { postPolicy } from "../post.policy.ts";
import type { PostFields } from "../post.ts";
import { requireOutOfTrash } from "../post-references.ts";
import type { PostKind } from "../post-rules.ts";
import { editInput, staleEdit } from "./stage-edit.ts";
import { UNFINISHED_MAX, type Unfinished, type UnfinishedRow } from "./staged-edit.ts";
import { deleteStaged, json, storedFields } from "./staged-edits.sql.ts";

/** `version` 0 creates an unfinished post. */
export const unfinishedInput = editInput.pick({ writing: true, version: true });

export type UnfinishedInput = z.infer<typeof unfinishedInput>;

const tooMany = () =>
  new DomainError("conflict", "too_many", `You have ${UNFINISHED_MAX} new drafts. Complete or delete one of them first.`);

/** What was begun before there were pages is a post. */
const KIND = sql<PostKind>`coalesce(writing ->> 'kind', 'post')`;

const BEGINNING = sql`btrim(regexp_replace(regexp_replace(left(writing ->> 'content', 2000), '<[^>]*>', ' ', 'g'), '\\s+', ' ', 'g'))`;
const OPENING = sql<string>`case when length(${BEGINNING}) > 60 then rtrim(left(${BEGINNING}, 59)) || '…' else ${BEGINNING} end`;

const listUnfinished = (
  db: Db,
  authorId: string,
  limit: number,
): Promise<(Omit<UnfinishedRow, "updated_at"> & { updated_at: Date })[]> =>
  db
    .selectFrom("post_edits")
    .select(["id", "updated_at", KIND.as("kind"), sql<string>`writing ->> 'title'`.as("title"), OPENING.as("opening")])
    .where("author_id", "=", authorId)
    .where("post_id", "is", null)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/**
 * Only its author can see it.
 * @param id chosen by the client, so that a repeated request after a lost answer creates no second post
 * @throws DomainError `forbidden`; `stale_edit` when another tab has stored a newer version or has saved the post; `too_many`
 */
export async function storeUnfinished(
  ctx: Context,
  actor: Actor,
  id: string,
  { writing, version }: UnfinishedInput,
): Promise<Omit<UnfinishedRow, "kind" | "opening"> & { version: number }> {
  authorize(actor, postPolicy.write);
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now();
    const before = await findUnfinished(db, actor.id, id, { lock: true });
    if ((before?.version ?? 0) !== version) throw staleEdit();
    await requireOutOfTrash(db, actor, writing);
    if (before)
      await db
        .updateTable("post_edits")
        .set(({ eb }) => ({ writing: json(writing), updated_at: now, version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
    else {
      if ((await listUnfinished(db, actor.id, UNFINISHED_MAX)).length === UNFINISHED_MAX) throw tooMany();
      if (!(await insertUnfinished(db, id, actor.id, writing, now))) throw staleEdit();
      const label = writing.title.trim() || "Untitled";
      await recordAudit({ ...ctx, db }, actor, { action: "begun", entity: "post", entityId: null, label });
    }
    return { id, title: writing.title, version: version + 1, updated_at: now.toISOString() };
  });
}

async function findUnfinished(db: Db, authorId: string, id: string, { lock = false } = {}) {
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

async function insertUnfinished(db: Db, id: string, authorId: string, writing: PostFields, now: Date): Promise<boolean> {
  const row = await db
    .insertInto("post_edits")
    .values({ id, author_id: authorId, editor_id: authorId, writing: json(writing), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest first. @throws DomainError `forbidden` */
export async function readUnfinished(ctx: Context, actor: Actor): Promise<UnfinishedRow[]> {
  authorize(actor, postPolicy.write);
  const rows = await listUnfinished(ctx.db, actor.id, UNFINISHED_MAX);
  return rows.map(({ updated_at, ...row }) => ({ ...row, updated_at: updated_at.toISOString() }));
}

/** @throws DomainError `forbidden`; PGRST116 when the admin has none with this id */
export async function readOneUnfinished(ctx: Context, actor: Actor, id: string): Promise<Unfinished> {
  authorize(actor, postPolicy.write);
  const row = await findUnfinished(ctx.db, actor.id, id);
  if (!row) throw notFound("Unfinished post");
  return { id: row.id, version: row.version, updated_at: row.updated_at.toISOString(), writing: row.writing };
}

/** @throws DomainError `forbidden`; PGRST116 when the admin has none with this id */
export async function discardUnfinished(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, postPolicy.write);
  await ctx.db.transaction().execute(async (db) => {
    const row = await findUnfinished(db, actor.id, id, { lock: true });
    if (!row) throw notFound("Unfinished post");
    await deleteStaged(db, id);
    const label = row.writing.title.trim() || "Untitled";
    const entry = { action: "discarded", entity: "post", entityId: null, label, before: row.writing, after: null } as const;
    await recordAudit({ ...ctx, db }, actor, entry);
  });
}

/** The current transaction saves it as a post. One that isn't there is no error. */
export async function consumeUnfinished(db: Db, authorId: string, id: string | undefined): Promise<void> {
  if (id === undefined || !(await findUnfinished(db, authorId, id, { lock: true }))) return;
  await deleteStaged(db, id);
}
