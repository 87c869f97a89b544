import type { AuditActor } from "../audit/record-audit.ts";
import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import { deleteCategoriesPermanently } from "../categories/purge-categories.ts";
import { deleteCommentsPermanently } from "../comments/purge-comments.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { deletePostsPermanently } from "../posts/purge-posts.ts";
import { expiredBefore, TRASH_KINDS, type TrashKind } from "./model.ts";
import { trashPolicy } from "./trash.policy.ts";
import { oldest } from "./trash.sql.ts";

/** So many go in one transaction, so that nobody waits long for the whole. */
const PART = 200;

const PURGES: Record<TrashKind, (ctx: Context, writer: AuditActor, ids: string[]) => Promise<number>> = {
  post: deletePostsPermanently,
  comment: deleteCommentsPermanently,
  category: deleteCategoriesPermanently,
};

/** Deletes for good what the trash holds of a kind, part by part. @returns how many */
async function purgeKind(ctx: Context, writer: AuditActor, kind: TrashKind, before?: Date): Promise<number> {
  let gone = 0;
  for (;;) {
    const ids = await oldest(ctx.db, kind, PART, before);
    const purged = ids.length > 0 ? await PURGES[kind](ctx, writer, ids) : 0;
    gone += purged;
    // What somebody else brought back meanwhile isn't found again; what can't be deleted must not be tried for ever.
    if (ids.length < PART || purged === 0) return gone;
  }
}

/** Deletes one thing of the trash for good. @throws DomainError `forbidden`; PGRST116 when it isn't in the trash */
export async function deleteTrashed(ctx: Context, actor: Actor, kind: TrashKind, id: string): Promise<void> {
  authorize(actor, trashPolicy.delete);
  const NAMES: Record<TrashKind, string> = { post: "Post", comment: "Comment", category: "Category" };
  if ((await PURGES[kind](ctx, actor, [id])) === 0) throw notFound(NAMES[kind]);
}

/**
 * Deletes for good what the trash holds, or what it holds of one kind.
 * @returns how many things went
 * @throws DomainError `forbidden`
 */
export async function emptyTrash(ctx: Context, actor: Actor, kind?: TrashKind): Promise<number> {
  authorize(actor, trashPolicy.delete);
  let gone = 0;
  for (const one of kind ? [kind] : TRASH_KINDS) gone += await purgeKind(ctx, actor, one);
  return gone;
}

/** Deletes for good what has been in the trash for longer than it is kept. For the daily cleaning. @returns how many things went */
export async function expireTrash(ctx: Context): Promise<number> {
  let gone = 0;
  for (const kind of TRASH_KINDS) gone += await purgeKind(ctx, { kind: "schedule" }, kind, expiredBefore(ctx.clock.now()));
  return gone;
}
