import { z } from "zod";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { monthsFrom } from "../../../platform/time/month.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { PolicyActor } from "../../back-office.policy.ts";
import type { Context } from "../../context.ts";
import { DomainError, type FieldError, invalid, notFound } from "../../errors.ts";
import { pick } from "../../schema-fields.ts";
import type { Site } from "../../settings/settings.ts";
import { mailPublishing } from "../../tokens/mail-publishing.ts";
import { personFor } from "../../users/user.policy.ts";
import { type EditRow, findForEditing } from "../admin-posts.sql.ts";
import { CONTENT_WRITES, PLAN_KINDS } from "../edit-rules.ts";
import { postPolicy } from "../post.policy.ts";
import { adviceFor, POST_FIELDS, type PostChanges, type PostField, type PostFields, postChanges } from "../post.ts";
import { missingPost } from "../post-references.ts";
import { fieldsOf } from "../present-post.ts";
import { everyPost, reachOf } from "../reach.sql.ts";
import { findStaged, type StagedRow } from "../staged-edits/staged-edits.sql.ts";
import { findPlan, type PlanRow, storePlan } from "./schedule.sql.ts";
import { PLAN_YEARS_MAX, type Plan } from "./schedule.ts";

const differs = (a: PostFields, b: PostFields, field: PostField) => JSON.stringify(a[field]) !== JSON.stringify(b[field]);

function changesOnto(base: PostFields, writing: PostFields, now: PostFields): Partial<PostFields> | null {
  const changed = POST_FIELDS.filter((field) => differs(base, writing, field));
  if (changed.some((field) => differs(base, now, field) && differs(writing, now, field))) return null;
  return pick(writing, changed);
}

/** @throws DomainError invalid_input with every field that breaks a rule */
export function requirePublishable(post: EditRow): void {
  const faults = adviceFor(fieldsOf(post));
  if (faults.length > 0) throw invalid(`The post can’t be published: ${saidOf(faults)}`, faults);
}

const contradiction = () =>
  new DomainError(
    "conflict",
    "contradiction",
    "Someone else has since saved other changes to the same fields. Compare both and choose.",
  );

const saidOf = (faults: FieldError[]) => faults.map(({ rule }) => rule).join("; ");

/** @throws DomainError invalid_input if a save would refuse the changes; `contradiction` when others have saved the same fields */
export function stagedChanges(post: EditRow, staged: StagedRow, keep_published_at: boolean): PostChanges {
  const changes = changesOnto(staged.base, staged.writing, fieldsOf(post));
  if (changes === null) throw contradiction();
  const whole = { ...changes, version: post.version, edit_version: staged.version, keep_published_at };
  const parsed = postChanges.safeParse(whole);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), rule: message }));
  throw invalid(`The changes can’t be saved: ${saidOf(faults)}`, faults);
}

/** `at`: ISO 8601 with its offset, such as 2026-01-31T09:30:00Z. */
export const planInput = z.strictObject({
  kind: z.enum(PLAN_KINDS, "must be publish or update"),
  at: z.iso.datetime({ offset: true, error: "must be a time in ISO 8601 with its offset" }).transform((text) => new Date(text)),
  keep_published_at: z.boolean("must be true or false").default(false),
});

export type PlanInput = z.infer<typeof planInput>;

function presentPlan(row: PlanRow, reader: PolicyActor): Plan {
  const { set_by: id, setter_email: email, setter_name: full_name } = row;
  return {
    kind: row.kind,
    at: row.at.toISOString(),
    failure: row.failure,
    keep_published_at: row.keep_published_at,
    set_by: personFor(reader, { id, full_name, email }),
    created_at: row.created_at.toISOString(),
  };
}

const auditedPlan = (row: PlanRow) => ({
  plan: row.kind,
  at: row.at.toISOString(),
  keep_published_at: row.keep_published_at,
});

export const isTooFar = (at: Date, now: Date): boolean => at > monthsFrom(now, 12 * PLAN_YEARS_MAX);

function requireFuture(at: Date, now: Date): void {
  if (at > now && !isTooFar(at, now)) return;
  const rule = `must be a time within the next ${PLAN_YEARS_MAX} years`;
  throw invalid("Choose a time in the future", [{ field: "at", rule }]);
}

const wrongKind = (message: string, rule: string) => invalid(message, [{ field: "kind", rule }]);

async function requireDoable({ db }: Pick<Context, "db">, post: EditRow, { kind, keep_published_at }: PlanInput): Promise<void> {
  if (kind === "publish") {
    if (post.status === "published") throw wrongKind("The post is already published", "must be update for a published post");
    return requirePublishable(post);
  }
  if (post.status === "draft") throw wrongKind("The post is a draft", "must be publish for a draft");
  const staged = await findStaged(db, post.id, everyPost, { lock: true });
  if (!staged) throw wrongKind("There are no changes to publish", "must be publish, or changes must be staged first");
  stagedChanges(post, staged, keep_published_at);
}

/**
 * Replaces an earlier plan.
 * @param input `at` is in the future, at most five years @throws DomainError `forbidden`; PGRST116; invalid_input when publishing or saving
 * would fail; `contradiction` when the staged edit conflicts with what was saved since
 */
export async function planPost(ctx: Context, actor: Actor, id: string, input: PlanInput, site: Site): Promise<Plan> {
  authorize(actor, postPolicy.publish);
  const reach = reachOf(actor);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const now = ctx.clock.now();
    requireFuture(input.at, now);
    const post = await findForEditing(db, id, reach, { lock: true });
    if (!post) throw await missingPost(db, id, reach);
    await requireDoable({ db }, post, input);
    const before = await findPlan(db, id, { lock: true });
    await storePlan(db, { ...input, post_id: id, set_by: actor.id, now });
    const after = await findPlan(db, id);
    if (!after) throw new Error("the plan was not stored");
    const entry = { entity: "post", entityId: id, label: post.title, action: before ? "rescheduled" : "scheduled" } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: before && auditedPlan(before), after: auditedPlan(after) });
    await mailPublishing({ ...ctx, db }, actor, [post], site, true);
    return presentPlan(after, actor);
  });
}

/** @throws DomainError `forbidden`; PGRST116 when there is none */
export async function cancelPlan(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, postPolicy.publish);
  const reach = reachOf(actor);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const post = await findForEditing(db, id, reach, { lock: true });
    const plan = await findPlan(db, id, { lock: true });
    if (!post || !plan) throw notFound("Plan");
    await db.deleteFrom("post_schedules").where("post_id", "=", id).execute();
    const entry = { entity: "post", entityId: id, label: post.title, action: "unscheduled" } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: auditedPlan(plan), after: null });
  });
}
