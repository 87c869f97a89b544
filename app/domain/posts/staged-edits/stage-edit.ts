import { sql } from "kysely";
import { z } from "zod";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { PolicyActor } from "../../back-office.policy.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound, staleVersion } from "../../errors.ts";
import { personFor } from "../../users/user.policy.ts";
import { type EditRow, findForEditing } from "../admin-posts.sql.ts";
import { CONTENT_WRITES } from "../edit-rules.ts";
import { postPolicy } from "../post.policy.ts";
import { type PostFields, unfinishedFields } from "../post.ts";
import { missingPost, requireOutOfTrash } from "../post-references.ts";
import { fieldsOf } from "../present-post.ts";
import { everyPost, type Reach, reachOf } from "../reach.sql.ts";
import { requireChangeable, requirePermitted } from "../require-change.ts";
import { markPosts } from "../revisions/record-revision.ts";
import type { Staged, StagedEdit } from "./staged-edit.ts";
import { deleteStaged, findStaged, json, type StagedRow } from "./staged-edits.sql.ts";

/** `version`: of the stored staged edit, 0 for none; `base_version`: of the post that the changes start from. */
export const editInput = z.strictObject({
  writing: unfinishedFields,
  version: z.int("must be a whole number").min(0, "must be a whole number from 0 on"),
  base_version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
});

export type EditInput = z.infer<typeof editInput>;

export const staleEdit = () =>
  new DomainError(
    "conflict",
    "stale_edit",
    "Someone else has changed the unpublished changes since you opened them. Nothing was saved.",
  );

function presentStaged(row: StagedRow, reader: PolicyActor): Staged {
  const { editor_id: id, editor_email: email, editor_name: full_name, version, updated_at } = row;
  return { version, updated_at: updated_at.toISOString(), editor: personFor(reader, { id, full_name, email }) };
}

async function baseOf(ctx: Context, postId: string, wanted: number, before: StagedRow | undefined): Promise<PostFields> {
  if (before?.base_version === wanted) return before.base;
  const post = await findForEditing(ctx.db, postId, everyPost);
  if (post?.version !== wanted) throw staleVersion("The post");
  return fieldsOf(post);
}

type StagedValues = {
  writing: PostFields;
  base: PostFields;
  base_version: number;
  editor_id: string;
  token_name: string | null;
  now: Date;
};

/**
 * Readers keep seeing the saved post. Each post has at most one staged edit, which all who may edit it share.
 * @param input `version` of the staged edit that the caller knows, 0 for none; `base_version` of the post that the changes start from
 * @throws DomainError `forbidden`; PGRST116; `stale_edit` for an older staged edit; `stale_version` for an older post
 */
export async function stageEdit(ctx: Context, actor: Actor, postId: string, input: EditInput): Promise<Staged> {
  authorize(actor, postPolicy.stage);
  const reach = reachOf(actor);
  return ctx.db.transaction().execute(async (db) => {
    const post = await holdPost(db, postId, reach);
    if (!post) throw await missingPost(db, postId, reach);
    requireChangeable(actor, post, postPolicy.stage);
    const before = await findStaged(db, postId, reach, { lock: true });
    const { featured, kind, status } = input.writing;
    const known = before?.writing ?? post;
    requirePermitted(actor, { featured, kind, ...(status !== known.status && { status }) }, known);
    if ((before?.version ?? 0) !== input.version) throw staleEdit();
    await requireOutOfTrash(db, actor, input.writing);
    const base = await baseOf({ ...ctx, db }, postId, input.base_version, before);
    const { writing, base_version } = input;
    const values = {
      writing,
      base,
      base_version,
      editor_id: actor.id,
      token_name: actor.token?.name ?? null,
      now: ctx.clock.now(),
    };
    if (actor.token) await markPosts(db, [postId]);
    if (before) await updateStaged(db, before.id, values);
    else if (!(await insertStaged(db, postId, values))) throw staleEdit();
    // What people go on writing is one change. A token that goes on with it is named.
    if (!before || (actor.token && before.token_name !== values.token_name)) {
      const entry = { action: "staged", entity: "post", entityId: postId, label: base.title } as const;
      await recordAudit({ ...ctx, db }, actor, entry);
    }
    const after = await findStaged(db, postId, reach);
    if (!after) throw new Error("the staged edit was not stored");
    return presentStaged(after, actor);
  });
}

/** Until the transaction ends, nobody deletes it, hands it in or plans it. */
async function holdPost(db: Db, id: string, reach: Reach) {
  // A statement of its own: the next one sees what was stored while this one waited.
  await db.selectFrom("posts").select("id").where("id", "=", id).forKeyShare().execute();
  const row = await db
    .selectFrom("posts as p")
    .leftJoin("post_schedules as s", "s.post_id", "p.id")
    .leftJoin("hand_ins as h", "h.post_id", "p.id")
    .select(["p.status", "p.featured", "p.kind", "s.at as plan_at", "h.handed_in_at"])
    .where("p.id", "=", id)
    .where("p.status", "<>", "trashed")
    .where(reach(sql.ref("p.id")))
    .executeTakeFirst();
  return row as Pick<EditRow, "status" | "featured" | "kind" | "plan_at" | "handed_in_at"> | undefined;
}

/** @returns false when someone else has inserted one at the same moment */
async function insertStaged(db: Db, postId: string, { writing, base, now, ...values }: StagedValues): Promise<boolean> {
  const row = await db
    .insertInto("post_edits")
    .values({ ...values, post_id: postId, writing: json(writing), base: json(base), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column("post_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

async function updateStaged(db: Db, id: string, { writing, base, now, ...values }: StagedValues): Promise<void> {
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

/** @throws DomainError `forbidden`; PGRST116 when there is none */
export async function readStaged(ctx: Context, actor: Actor, postId: string): Promise<StagedEdit> {
  authorize(actor, postPolicy.readAny);
  const row = await findStaged(ctx.db, postId, reachOf(actor));
  if (!row) throw notFound("Staged edit");
  return { ...presentStaged(row, actor), writing: row.writing, base: row.base, base_version: row.base_version };
}

/** @param version the one that the caller has seen @throws DomainError `forbidden`; PGRST116; `stale_edit` when there is a newer one */
export async function discardStaged(ctx: Context, actor: Actor, postId: string, version: number): Promise<void> {
  authorize(actor, postPolicy.stage);
  // So that no plan publishes the changes at the same moment.
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const post = await holdPost(db, postId, reachOf(actor));
    const row = post && (await findStaged(db, postId, everyPost, { lock: true }));
    if (!row) throw notFound("Staged edit");
    requireChangeable(actor, post, postPolicy.stage);
    if (row.version !== version) throw staleEdit();
    await deleteStaged(db, row.id);
    const entry = { action: "changes discarded", entity: "post", entityId: postId, label: row.base.title } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: row.writing, after: row.base });
  });
}

/**
 * The current transaction saves its changes.
 * @param version 0: the save contains none; undefined: the save knows of no staged edit and leaves it @throws DomainError `stale_edit`
 */
export async function consumeStagedEdit(db: Db, postId: string, version: number | undefined): Promise<StagedRow | undefined> {
  if (version === undefined) return undefined;
  const row = await findStaged(db, postId, everyPost, { lock: true });
  if ((row?.version ?? 0) !== version) throw staleEdit();
  if (row) await deleteStaged(db, row.id);
  return row;
}
