import type { Actor } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound } from "../../errors.ts";
import type { NoticeSettings } from "../../notifications/notification.ts";
import { notifyAdmin } from "../../notifications/notify-admin.ts";
import type { Site } from "../../settings/settings.ts";
import { findForEditing } from "../admin-posts.sql.ts";
import { findStaged } from "../staged-edits/staged-edits.sql.ts";
import { saveChanges } from "../update-post.ts";
import { requirePublishable, stagedChanges } from "./plan-post.ts";
import { claimPlan, duePosts, findPlan, notePlanFailure, type PlanRow } from "./schedule.sql.ts";
import { PLAN_ATTEMPTS_MAX, PLAN_RETRY_SECONDS } from "./schedule.ts";

export type PlansOf = {
  site: Site;
  settings: NoticeSettings /** where a post is edited, on this site */;
  editPath(id: string): string;
};

/** How many plans are looked up at once. */
const BATCH = 50;

/** In whose name it is done: who planned it, whatever has become of them. */
const writerOf = ({ set_by, setter_email }: PlanRow) =>
  set_by && setter_email
    ? ({ kind: "user", id: set_by, email: setter_email, role: "admin", sessionId: "" } satisfies Actor)
    : ({ kind: "schedule" } as const);

async function changesOf(ctx: Context, plan: PlanRow) {
  const post = await findForEditing(ctx.db, plan.post_id);
  if (!post) throw notFound("Post");
  if (plan.kind === "publish") {
    requirePublishable(post);
    return { status: "published" as const, version: post.version };
  }
  const staged = await findStaged(ctx.db, plan.post_id);
  if (!staged) throw notFound("Staged edit");
  return stagedChanges(post, staged, plan.keep_published_at);
}

/** @returns whether it was done here; false when somebody else has done it, or it is no longer wanted */
async function carryOut(ctx: Context, postId: string, ownHost: string): Promise<boolean> {
  const plan = await findPlan(ctx.db, postId);
  if (!plan) return false;
  const changes = await changesOf(ctx, plan);
  // Whoever holds the plan in the same transaction as the save does it; the save ends the plan.
  const claim = async (inside: Context) => (await claimPlan(inside.db, postId, ctx.clock.now())) !== undefined;
  return (
    (await saveChanges(ctx, writerOf(plan), postId, changes, { ownHost, dated: plan.at, claim, kind: "scheduled" })) !== null
  );
}

/** Errors that may pass by: whatever isn't a refusal, and a refusal because somebody was saving or typing at that moment. */
const mayPass = (error: unknown) => !(error instanceof DomainError) || ["stale_version", "stale_edit"].includes(error.code);

async function noteFailure(ctx: Context, postId: string, error: unknown, of: PlansOf): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now();
    const plan = await claimPlan(db, postId, now);
    const post = plan && (await findForEditing(db, postId));
    // Done or called off meanwhile.
    if (!post) return;
    const reason = error instanceof DomainError ? error.message : "An unexpected error; the server's log has it.";
    const isTriedAgain = mayPass(error) && plan.attempts + 1 < PLAN_ATTEMPTS_MAX;
    const next = isTriedAgain ? new Date(now.getTime() + PLAN_RETRY_SECONDS * 1000 * 2 ** plan.attempts) : null;
    await notePlanFailure(db, postId, reason, next, now);
    if (isTriedAgain) return;
    const title = `“${post.title}” could not be ${plan.kind === "publish" ? "published" : "updated"} as planned`;
    await notifyAdmin({ ...ctx, db }, of.settings, of.site, {
      kind: "failed_job",
      title,
      text: reason,
      path: of.editPath(postId),
    });
  });
}

/**
 * Carries out every plan whose time has come, each in a transaction of its own and once only, however many instances do this at
 * the same moment. One that fails is noted and told to the admin, and holds up no other.
 * @returns how many posts went out here
 */
export async function carryOutPlans(ctx: Context, of: PlansOf): Promise<number> {
  const ownHost = new URL(of.site.url).host;
  let done = 0;
  for (let more = true; more; ) {
    const due = await duePosts(ctx.db, ctx.clock.now(), BATCH);
    for (const id of due) {
      try {
        if (await carryOut(ctx, id, ownHost)) done += 1;
      } catch (error) {
        ctx.log.warn({ err: error, post: id }, "a planned publication could not be carried out");
        await noteFailure(ctx, id, error, of);
      }
    }
    // What failed or was somebody else's isn't due any more when it is looked for again, or soon won't be.
    more = due.length === BATCH;
  }
  return done;
}
