import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { PolicyActor } from "../../back-office.policy.ts";
import { withBasePath } from "../../content/parse-tree.ts";
import { compareContent } from "../../content/render-content.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { isStorable, NOT_TEXT, paged } from "../../schema-fields.ts";
import { personFor } from "../../users/user.policy.ts";
import { type EditRow, findForEditing } from "../admin-posts.sql.ts";
import { REVISION_NAME_MAX } from "../edit-rules.ts";
import { postPolicy } from "../post.policy.ts";
import { type Reach, reachOf } from "../reach.sql.ts";
import { requireChangeable } from "../require-change.ts";
import { fieldDifferences, snapshotOf } from "./record-revision.ts";
import {
  type Comparison,
  REVISIONS_PAGE_SIZE,
  type Revision,
  type RevisionDifference,
  type RevisionPage,
  type Snapshot,
} from "./revision.ts";
import { findRevision, listed, type RevisionRow, storedSnapshot } from "./revisions.sql.ts";

export const revisionName = z
  .string("must be text, or null")
  .trim()
  .min(1, "must have at least 1 character, or be null")
  .max(REVISION_NAME_MAX, `must have at most ${REVISION_NAME_MAX} characters`)
  .refine(isStorable, NOT_TEXT)
  .nullable();

/** Named revisions are kept for ever. @param name 1 to 100 characters, or null @throws DomainError `forbidden`; PGRST116 */
export async function nameRevision(
  ctx: Context,
  actor: Actor,
  { postId, id, name }: { postId: string; id: string; name: string | null },
): Promise<Revision> {
  authorize(actor, postPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    const before = await findRevision(db, postId, id, reachOf(actor));
    if (!before) throw notFound("Revision");
    requireChangeable(actor, await postOf({ ...ctx, db }, postId, reachOf(actor)));
    if (!(await setName(db, postId, id, name))) throw notFound("Revision");
    const entry = { action: "revision named", entity: "post", entityId: postId, label: before.title } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { name: before.name }, after: { name } });
    return presentRevision({ ...before, name }, actor);
  });
}

async function setName(db: Db, postId: string, id: string, name: string | null): Promise<boolean> {
  const result = await db
    .updateTable("post_revisions")
    .set({ name })
    .where("post_id", "=", postId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const presentRevision = (row: RevisionRow, reader: PolicyActor): Revision => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  created_at: row.created_at.toISOString(),
  author: personFor(reader, { ...row, id: row.author_id }),
  token_name: row.token_name,
  title: row.title,
  status: row.status,
  was_public: row.was_public,
  words_added: row.words_added,
  words_removed: row.words_removed,
});

async function postOf(ctx: Pick<Context, "db">, id: string, reach: Reach): Promise<EditRow> {
  const post = await findForEditing(ctx.db, id, reach);
  if (!post) throw notFound("Post");
  return post;
}

/** The newest first. @param page from 1; empty beyond the last @throws DomainError `forbidden`; PGRST116 */
export async function listRevisions(ctx: Context, actor: Actor, postId: string, page: number): Promise<RevisionPage> {
  authorize(actor, postPolicy.readAny);
  const { id, title, status, version } = await postOf(ctx, postId, reachOf(actor));
  const limit = REVISIONS_PAGE_SIZE;
  const total = await countRevisions(ctx.db, id);
  const rows = (await listed(ctx.db)
    .where("r.post_id", "=", id)
    .orderBy("r.position", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()) as RevisionRow[];
  return {
    post: { id, title, status, version },
    ...paged(
      rows.map((row) => presentRevision(row, actor)),
      total,
      page,
      limit,
    ),
  };
}

async function countRevisions(db: Db, postId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from post_revisions where post_id = ${postId}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

type State = { snapshot: Snapshot; created_at: Date; name: string | null };

/** From the older to the newer state; HTML is sanitized. @throws DomainError `forbidden`; PGRST116 */
export async function readRevision(
  ctx: Context,
  actor: Actor,
  { postId, id, against }: { postId: string; id: string; against: Comparison },
): Promise<RevisionDifference> {
  authorize(actor, postPolicy.readAny);
  const row = await findRevision(ctx.db, postId, id, reachOf(actor));
  if (!row) throw notFound("Revision");
  const [before, after] =
    against === "previous" ? [await findPrevious(ctx.db, postId, row.position), row] : [row, await currentOf(ctx, actor, postId)];
  const nothing = { content: "", content_format: after.snapshot.content_format };
  const compared = await compareContent(before?.snapshot ?? nothing, after.snapshot);
  return {
    revision: presentRevision(row, actor),
    against,
    before: before && { created_at: before.created_at.toISOString(), name: before.name },
    fields: fieldDifferences(before?.snapshot ?? null, after.snapshot),
    blocks: compared.map((block) => ({ ...block, html: withBasePath(block.html) })),
  };
}

async function currentOf(ctx: Context, actor: Actor, postId: string): Promise<State> {
  const post = await postOf(ctx, postId, reachOf(actor));
  return { snapshot: snapshotOf(post), created_at: post.updated_at, name: null };
}

async function findPrevious(db: Db, postId: string, position: string): Promise<State | null> {
  const row = await db
    .selectFrom("post_revisions")
    .select(["snapshot", "created_at", "name"])
    .where("post_id", "=", postId)
    .where(sql<boolean>`position < ${position}::bigint`)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, snapshot: storedSnapshot(row.snapshot as Partial<Snapshot>) } : null;
}
