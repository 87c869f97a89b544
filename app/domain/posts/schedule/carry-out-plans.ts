import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Actor } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound } from "../../errors.ts";
import type { NoticeSettings } from "../../notifications/notification.ts";
import { notifyAdmin } from "../../notifications/notify-admin.ts";
import type { Site } from "../../settings/settings.ts";
import { findForEditing } from "../admin-posts.sql.ts";
import { everyPost } from "../reach.sql.ts";
import { findStaged } from "../staged-edits/staged-edits.sql.ts";
import { saveChanges } from "../update-post.ts";
import { requirePublishable, stagedChanges } from "./plan-post.ts";
import { findPlan, type PlanRow, plans } from "./schedule.sql.ts";
import { PLAN_ATTEMPTS_MAX, PLAN_RETRY_SECONDS } from "./schedule.ts";

export type PlansOf = {
  site: Site;
  settings: NoticeSettings /** where a post is edited, on this site */;
  editPath(id: string): string;
};

const BATCH = 50;

/** The user who made the plan, even if they may no longer publish: a plan was decided while they could. */
const writerOf = ({ set_by, setter_email }: PlanRow) =>
  set_by && setter_email
    ? ({ kind: "user", id: set_by, email: setter_email, role: "user", sessionId: "" } satisfies Actor)
    : ({ kind: "schedule" } as const);

async function changesOf(ctx: Context, plan: PlanRow) {
  const post = await findForEditing(ctx.db, plan.post_id, everyPost);
  if (!post) throw notFound("Post");
  if (plan.kind === "publish") {
    requirePublishable(post);
    return { status: "published" as const, version: post.version };
  }
  const staged = await findStaged(ctx.db, plan.post_id, everyPost);
  if (!staged) throw notFound("Staged edit");
  return stagedChanges(post, staged, plan.keep_published_at);
}

/** @returns false when another instance has carried it out, or the plan was canceled */
async function carryOut(ctx: Context, postId: string, site: Site): Promise<boolean> {
  const plan = await findPlan(ctx.db, postId);
  if (!plan) return false;
  const changes = await changesOf(ctx, plan);
  // The save claims the plan in its own transaction and deletes it.
  const claim = async (inside: Context) => (await claimPlan(inside.db, postId, ctx.clock.now())) !== undefined;
  return (
    (await saveChanges(ctx, writerOf(plan), postId, changes, {
      ownHost: new URL(site.url).host,
      dated: plan.at,
      claim,
      kind: "scheduled",
      by: { kind: "schedule" },
      site,
    })) !== null
  );
}

/** Locks until the transaction ends. @returns undefined when another transaction holds the plan or has carried it out */
async function claimPlan(db: Db, postId: string, now: Date): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    ${plans} where s.post_id = ${postId}::uuid and s.next_at <= ${now} and s.failed_at is null
    for update of s skip locked`.execute(db);
  return rows[0];
}

/** Errors that are no DomainError, and conflicts with a save or edit at the same moment. */
const mayPass = (error: unknown) => !(error instanceof DomainError) || ["stale_version", "stale_edit"].includes(error.code);

async function noteFailure(ctx: Context, postId: string, error: unknown, of: PlansOf): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now();
    const plan = await claimPlan(db, postId, now);
    const post = plan && (await findForEditing(db, postId, everyPost));
    if (!post) return;
    const reason = error instanceof DomainError ? error.message : "An unexpected error. See the server’s log.";
    const isTriedAgain = mayPass(error) && plan.attempts + 1 < PLAN_ATTEMPTS_MAX;
    const next = isTriedAgain ? new Date(now.getTime() + PLAN_RETRY_SECONDS * 1000 * 2 ** plan.attempts) : null;
    await db
      .updateTable("post_schedules")
      .set(({ eb }) => ({
        failure: reason,
        attempts: eb("attempts", "+", 1),
        ...(next ? { next_at: next } : { failed_at: now }),
      }))
      .where("post_id", "=", postId)
      .execute();
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

/** Once each, also with several instances. The admin is notified of failures; other plans still run. @returns how many posts */
export async function carryOutPlans(ctx: Context, of: PlansOf): Promise<number> {
  let done = 0;
  for (let more = true; more; ) {
    const due = await duePosts(ctx.db, ctx.clock.now(), BATCH);
    for (const id of due) {
      try {
        if (await carryOut(ctx, id, of.site)) done += 1;
      } catch (error) {
        ctx.log.warn({ err: error, post: id }, "a planned publication could not be carried out");
        await noteFailure(ctx, id, error, of);
      }
    }
    // Plans that failed, or that another instance carries out, are no longer due in the next query, or soon won't be.
    more = due.length === BATCH;
  }
  return done;
}

async function duePosts(db: Db, now: Date, limit: number): Promise<string[]> {
  const query = db.selectFrom("post_schedules").select("post_id").where("next_at", "<=", now).where("failed_at", "is", null);
  return (await query.orderBy("next_at").orderBy("post_id").limit(limit).execute()).map(({ post_id }) => post_id);
}
