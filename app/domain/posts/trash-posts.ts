import { sql } from "kysely";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { staleVersion } from "../errors.ts";
import { findForEditing } from "./admin-posts.sql.ts";
import { CONTENT_WRITES } from "./edit-rules.ts";
import { freeSlug } from "./free-slug.ts";
import { postPolicy } from "./post.policy.ts";
import { missingPost } from "./post-references.ts";
import type { PostStatus } from "./post-rules.ts";
import { deletePosts, holdComments, moveToTrash } from "./post-writes.sql.ts";
import { auditedPost } from "./present-post.ts";
import { type Reach, reachOf, trashReachOf } from "./reach.sql.ts";
import { requireChangeable } from "./require-change.ts";

/**
 * With its comments; likes and views are kept. Its slug becomes free.
 * @param version only if the post has it @throws DomainError `forbidden`; PGRST116 without such a post; `stale_version`
 */
export async function deletePost(ctx: Context, actor: Actor, id: string, version?: number): Promise<void> {
  authorize(actor, postPolicy.delete);
  const reach = reachOf(actor);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await holdComments(db, [id]);
    const before = await findForEditing(db, id, reach, { lock: true });
    if (!before) throw await missingPost(db, id, reach);
    requireChangeable(actor, before);
    if (version !== undefined && version !== before.version) throw staleVersion("The post");
    await moveToTrash(db, [id], { by: actor.id, now: ctx.clock.now() });
    const entry = { entity: "post", entityId: id, label: before.title, before: auditedPost(before), after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "trashed" });
  });
}

type TrashedPost = { id: string; title: string; slug: string; status: PostStatus };

/** In the order of ids. @returns posts within reach */
export const lockTrashed = (db: Db, ids: string[], reach: Reach): Promise<TrashedPost[]> =>
  db
    .selectFrom("posts")
    .select(["id", "title", "trashed_slug as slug", "trashed_status as status"])
    .where("id", "in", ids)
    .where("status", "=", "trashed")
    .where(reach(sql.ref("posts.id")))
    .orderBy("id")
    .forUpdate()
    .execute() as Promise<TrashedPost[]>;

/** With comments, likes and views. @returns how many; posts that aren't in the writer’s trash stay */
export function deletePostsPermanently(ctx: Context, writer: AuditActor, ids: string[]): Promise<number> {
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await holdComments(db, ids);
    const found = ids.length > 0 ? await lockTrashed(db, ids, trashReachOf(writer)) : [];
    if (found.length === 0) return 0;
    await deletePosts(
      db,
      found.map(({ id }) => id),
    );
    const entries = found.map(({ id, title, slug, status }) => {
      const before = { title, slug, status };
      return { action: "deleted", entity: "post", entityId: id, label: title, before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, writer, ...entries);
    return found.length;
  });
}

type RestoredPost = { id: string; title: string; slug: string; renamed: boolean };

/** Null if the post's group has another version in its language by now. */
const groupInWhichThereIsRoom = sql<string | null>`case when not exists (
  select from posts o where o.translation_group = posts.translation_group and o.language = posts.language and o.status <> 'trashed'
) then translation_group end`;

/** With the former status. */
export const takeFromTrash = (db: Db, { id, status }: TrashedPost, slug: string) =>
  db
    .updateTable("posts")
    .set({
      status,
      slug,
      translation_group: groupInWhichThereIsRoom,
      trashed_status: null,
      trashed_slug: null,
      trashed_at: null,
      trashed_by: null,
    })
    .where("id", "=", id)
    .execute();

/** With status, date, comments and slug; a taken slug gets a number. @throws DomainError `forbidden` */
export async function restorePosts(ctx: Context, actor: Actor, ids: string[]): Promise<RestoredPost[]> {
  authorize(actor, postPolicy.restore);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const restored: RestoredPost[] = [];
    await holdComments(db, ids);
    for (const post of ids.length > 0 ? await lockTrashed(db, ids, trashReachOf(actor)) : []) {
      const slug = await freeSlug(db, post.slug);
      await takeFromTrash(db, post, slug);
      restored.push({ id: post.id, title: post.title, slug, renamed: slug !== post.slug });
      const after = { title: post.title, slug, status: post.status };
      const entry = { action: "restored", entity: "post", entityId: post.id, label: post.title } as const;
      await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after });
    }
    return restored;
  });
}
