import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize, type SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, forbidden, staleVersion } from "../../errors.ts";
import type { Site } from "../../settings/settings.ts";
import { type EditRow, findForEditing } from "../admin-posts.sql.ts";
import { CONTENT_WRITES, POST_MESSAGES } from "../edit-rules.ts";
import { postPolicy } from "../post.policy.ts";
import { missingPost } from "../post-references.ts";
import type { AdminPost } from "../post-shapes.ts";
import { presentForEditing } from "../present-post.ts";
import { reachOf } from "../reach.sql.ts";
import type { HandInInput } from "./hand-in.ts";
import { mailHandIn } from "./mail-hand-ins.ts";

const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

const notHandedIn = () => conflict("not_handed_in", "This post isn’t handed in.");

type Work = (db: Db, post: EditRow) => Promise<void>;

/** In turn with all other writes of the post. @returns the post as `work` leaves it */
function changing(ctx: Context, actor: Actor, id: string, work: Work): Promise<AdminPost> {
  const reach = reachOf(actor);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const post = await findForEditing(db, id, reach, { lock: true });
    if (!post) throw await missingPost(db, id, reach);
    await work(db, post);
    return presentForEditing((await findForEditing(db, id, reach)) as EditRow, actor);
  });
}

/**
 * From now on, only users who can publish change the post. They get a mail each.
 * @throws DomainError `forbidden` for users who can publish it themselves; PGRST116; `handed_in`; `stale_version`; `not_a_draft`; `scheduled`
 */
export async function handInPost(
  ctx: Context,
  actor: Actor,
  id: string,
  { note, version }: HandInInput,
  site: Site,
): Promise<AdminPost> {
  authorize(actor, postPolicy.handIn);
  return changing(ctx, actor, id, async (db, post) => {
    if (postPolicy.publish.admits(actor)) throw forbidden("You can publish this post yourself");
    if (post.handed_in_at) throw conflict("handed_in", POST_MESSAGES.handedIn);
    if (post.version !== version) throw staleVersion("The post");
    if (post.status !== "draft") throw conflict("not_a_draft", "Only drafts can be handed in.");
    if (post.plan_kind) throw conflict("scheduled", "An editor has already scheduled this post.");
    await insertHandIn(db, { post_id: id, user_id: actor.id, note, version, handed_in_at: ctx.clock.now() });
    const own = { ...ctx, db };
    await recordAudit(own, actor, { ...entryOf(post), action: "handed in", after: { note } });
    await mailHandIn(own, { postId: id, title: post.title, note, userId: actor.id }, site);
  });
}

const entryOf = ({ id, title }: EditRow) => ({ entity: "post", entityId: id, label: title, before: null }) as const;

const insertHandIn = (db: Db, row: { post_id: string; user_id: string; note: string; version: number; handed_in_at: Date }) =>
  db.insertInto("hand_ins").values(row).execute();

const deleteHandIn = (db: Db, postId: string) => db.deleteFrom("hand_ins").where("post_id", "=", postId).execute();

const hasReviewBegun = (post: EditRow) => post.version !== post.hand_in_version || post.plan_kind !== null;

/** @throws DomainError `forbidden`; PGRST116; `not_handed_in`; `review_begun` once an editor has changed or scheduled it */
export async function withdrawHandIn(ctx: Context, actor: Actor, id: string): Promise<AdminPost> {
  authorize(actor, postPolicy.handIn);
  return changing(ctx, actor, id, async (db, post) => {
    if (post.hand_in_user_id === null) throw notHandedIn();
    if (post.hand_in_user_id !== actor.id)
      throw conflict("not_handed_in", "Only the user who handed this post in can withdraw it.");
    if (hasReviewBegun(post)) throw conflict("review_begun", POST_MESSAGES.reviewBegun);
    await deleteHandIn(db, id);
    await recordAudit({ ...ctx, db }, actor, { ...entryOf(post), action: "hand-in withdrawn" });
  });
}

/**
 * The post is a contributor's again. A plan of it ends, so that it isn't published unseen.
 * @param work runs in the transaction @throws DomainError `forbidden`; PGRST116; `not_handed_in`
 */
export async function endHandIn(
  ctx: Context,
  actor: Actor,
  id: string,
  work: (own: Context & { db: Db }, actor: SignedIn, handedIn: { title: string; userId: string }) => Promise<void>,
): Promise<AdminPost> {
  authorize(actor, postPolicy.sendBack);
  return changing(ctx, actor, id, async (db, post) => {
    if (post.hand_in_user_id === null) throw notHandedIn();
    await deleteHandIn(db, id);
    const own = { ...ctx, db };
    if (post.plan_kind) {
      await db.deleteFrom("post_schedules").where("post_id", "=", id).execute();
      const before = { plan: post.plan_kind, at: post.plan_at?.toISOString() };
      await recordAudit(own, actor, { ...entryOf(post), action: "unscheduled", before });
    }
    await work(own, actor, { title: post.title, userId: post.hand_in_user_id });
  });
}
