import type { AuditActor } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import { deleteCategoriesPermanently, restoreCategories } from "../categories/manage-categories.ts";
import { deleteCommentsPermanently, restoreComments } from "../comments/trash-comments.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { deletePostsPermanently, restorePosts } from "../posts/trash-posts.ts";
import { trashPolicy } from "./trash.policy.ts";
import { countByKind, oldestIds, type TrashFilter, type TrashRow, trashRows } from "./trash.sql.ts";
import {
  daysLeft,
  expiredBefore,
  type RestoreResult,
  TRASH_KINDS,
  type TrashItem,
  type TrashKind,
  type TrashPage,
} from "./trash.ts";

/**
 * Restores items of the trash, all or none: categories first, so that posts find theirs, and posts before comments.
 * @throws DomainError `forbidden`; `post_trashed` for a comment whose post stays in the trash
 */
export async function restoreAll(ctx: Context, actor: Actor, items: { kind: TrashKind; id: string }[]): Promise<RestoreResult> {
  authorize(actor, trashPolicy.restore);
  const idsOf = (kind: TrashKind) => [...new Set(items.filter((item) => item.kind === kind).map(({ id }) => id))];
  const [posts, comments, categories] = [idsOf("post"), idsOf("comment"), idsOf("category")];
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const backCategories = await restoreCategories(inside, actor, categories);
    const backPosts = await restorePosts(inside, actor, posts);
    const backComments = await restoreComments(inside, actor, comments);
    const restored = backCategories.length + backPosts.length + backComments.length;
    return {
      restored,
      missing: posts.length + comments.length + categories.length - restored,
      renamed: [
        ...backCategories.flatMap(({ id, name, slug, renamed }) =>
          renamed ? [{ kind: "category" as const, id, title: name, slug }] : [],
        ),
        ...backPosts.flatMap(({ id, title, slug, renamed }) => (renamed ? [{ kind: "post" as const, id, title, slug }] : [])),
      ],
    };
  });
}

const present = ({ trashed_at, ...row }: TrashRow, now: Date): TrashItem => ({
  ...row,
  trashed_at: trashed_at.toISOString(),
  days_left: daysLeft(trashed_at, now),
});

/**
 * Lists a page of the trash, newest first. A page beyond the end is empty but has the right totals. Two SQL statements.
 * @throws DomainError `forbidden`
 */
export async function listTrash(
  ctx: Context,
  actor: Actor,
  { page, limit, ...query }: TrashFilter & { page: number; limit: number },
): Promise<TrashPage> {
  authorize(actor, trashPolicy.read);
  const search = query.search?.trim() || undefined;
  const found = { post: 0, comment: 0, category: 0 };
  for (const { kind, n } of await countByKind(ctx.db, search)) found[kind] = n;
  const counts = { all: found.post + found.comment + found.category, ...found };
  const total = counts[query.kind ?? "all"];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await trashRows(ctx.db, { ...query, search }, { limit, offset }) : [];
  const now = ctx.clock.now();
  return { items: rows.map((row) => present(row, now)), total, page, pages: Math.ceil(total / limit), limit, counts };
}

/** How many items are deleted in one transaction, so that locks are short. */
const PART = 200;

const PURGES: Record<TrashKind, (ctx: Context, actor: AuditActor, ids: string[]) => Promise<number>> = {
  post: deletePostsPermanently,
  comment: deleteCommentsPermanently,
  category: deleteCategoriesPermanently,
};

/** Permanently deletes the items of one kind, in batches. @returns how many */
async function purgeKind(ctx: Context, actor: AuditActor, kind: TrashKind, before?: Date): Promise<number> {
  let gone = 0;
  for (;;) {
    const ids = await oldestIds(ctx.db, kind, PART, before);
    const purged = ids.length > 0 ? await PURGES[kind](ctx, actor, ids) : 0;
    gone += purged;
    // RestoreResult items aren't found again. If nothing could be deleted, stop instead of trying for ever.
    if (ids.length < PART || purged === 0) return gone;
  }
}

/** Deletes one item of the trash permanently. @throws DomainError `forbidden`; PGRST116 when it isn't in the trash */
export async function deleteTrashed(ctx: Context, actor: Actor, kind: TrashKind, id: string): Promise<void> {
  authorize(actor, trashPolicy.delete);
  const NAMES: Record<TrashKind, string> = { post: "Post", comment: "Comment", category: "Category" };
  if ((await PURGES[kind](ctx, actor, [id])) === 0) throw notFound(NAMES[kind]);
}

/**
 * Empties the trash, or permanently deletes its items of one kind.
 * @returns how many items were deleted
 * @throws DomainError `forbidden`
 */
export async function emptyTrash(ctx: Context, actor: Actor, kind?: TrashKind): Promise<number> {
  authorize(actor, trashPolicy.delete);
  let gone = 0;
  for (const one of kind ? [kind] : TRASH_KINDS) gone += await purgeKind(ctx, actor, one);
  return gone;
}

/** Permanently deletes items whose time in the trash is over, for the daily cleaning. @returns how many */
export async function expireTrash(ctx: Context): Promise<number> {
  let gone = 0;
  for (const kind of TRASH_KINDS) gone += await purgeKind(ctx, { kind: "schedule" }, kind, expiredBefore(ctx.clock.now()));
  return gone;
}
