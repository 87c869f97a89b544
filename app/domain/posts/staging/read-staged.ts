import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { postPolicy } from "../post.policy.ts";
import { type StagedEdit, UNFINISHED_MAX, type Unfinished, type UnfinishedRow } from "./model.ts";
import { presentStagedEdit } from "./present-staged.ts";
import { findStaged, findUnfinished, listUnfinished } from "./staging.sql.ts";

/** Reads the changes of a post that wait to be saved. @throws DomainError `forbidden`; PGRST116 when there are none */
export async function readStaged(ctx: Context, actor: Actor, postId: string): Promise<StagedEdit> {
  authorize(actor, postPolicy.readAny);
  const row = await findStaged(ctx.db, postId);
  if (!row) throw notFound("Staged edit");
  return presentStagedEdit(row);
}

/** Lists the new posts that the admin has begun and never saved, the newest first. @throws DomainError `forbidden` */
export async function readUnfinished(ctx: Context, actor: Actor): Promise<UnfinishedRow[]> {
  authorize(actor, postPolicy.write);
  const rows = await listUnfinished(ctx.db, actor.id, UNFINISHED_MAX);
  return rows.map(({ updated_at, ...row }) => ({ ...row, updated_at: updated_at.toISOString() }));
}

/** Reads one of them. @throws DomainError `forbidden`; PGRST116 when the admin has none of that id */
export async function readOneUnfinished(ctx: Context, actor: Actor, id: string): Promise<Unfinished> {
  authorize(actor, postPolicy.write);
  const row = await findUnfinished(ctx.db, actor.id, id);
  if (!row) throw notFound("Unfinished post");
  return { id: row.id, version: row.version, updated_at: row.updated_at.toISOString(), writing: row.writing };
}
