import { sql } from "kysely";
import type { Trx } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid, notFound } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { findIssue, type IssueRow } from "./issues.sql.ts";
import { issueById } from "./list-issues.ts";
import { newsletterPolicy } from "./newsletter.policy.ts";
import type { Issue, IssueChanges, IssueStart, NewIssue } from "./newsletter.ts";
import type { IssueState } from "./newsletter-rules.ts";
import { requireReady, type SenderSettings } from "./readiness.ts";

const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

const wrongState = (state: string) => conflict("wrong_state", `This can’t be done with an issue that is ${state}.`);

const labelOf = ({ subject, post_title }: Pick<IssueRow, "subject" | "post_title">) => subject || post_title || "Newsletter";

const ALREADY_SENT = "This post has an issue already. A post is sent once.";

/** PostgreSQL's unique_violation */
const isTaken = (error: unknown) => (error as { code?: string } | null)?.code === "23505";

async function requireAudience(db: Trx, { audience, category_id }: Pick<Issue, "audience" | "category_id">): Promise<void> {
  if (audience === "all") return;
  const known = category_id && (await db.selectFrom("categories").select("id").where("id", "=", category_id).executeTakeFirst());
  if (!known) throw invalid("The audience needs a category", [{ field: "category_id", rule: "must be a category" }]);
}

async function requirePost(db: Trx, id: string): Promise<void> {
  const post = await db.selectFrom("posts").select(["status", "kind"]).where("id", "=", id).executeTakeFirst();
  if (!post || post.status === "trashed" || post.kind !== "post") throw notFound("Post");
}

/** A draft. @throws DomainError `forbidden`; invalid_input; not found; a conflict (`already_sent`) */
export async function createIssue(ctx: Context, actor: Actor, input: NewIssue): Promise<Issue> {
  authorize(actor, newsletterPolicy.write);
  return ctx.db.transaction().execute(async (db) => {
    if (input.kind === "post") await requirePost(db, input.post_id);
    await requireAudience(db, input);
    const category_id = input.audience === "category" ? input.category_id : null;
    const { id } = await db
      .insertInto("newsletter_issues")
      .values({ ...input, category_id, created_by: actor.id })
      .returning("id")
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw isTaken(error) ? conflict("already_sent", ALREADY_SENT) : error;
      });
    const created = await issueById({ db }, id);
    const label = created.subject || created.post?.title || "Newsletter";
    const after = { kind: input.kind, audience: input.audience, post_id: created.post?.id ?? null };
    await recordAudit({ ...ctx, db }, actor, { action: "created", entity: "newsletter issue", entityId: id, label, after });
    return created;
  });
}

type Change = { action: string; from: readonly IssueState[]; change(db: Trx, issue: IssueRow): Promise<void> };

/** Locks the issue, so that neither another person nor the sender changes it meanwhile. @throws DomainError `wrong_state` */
function changeIssue(ctx: Context, actor: Actor, id: string, { action, from, change }: Change): Promise<Issue> {
  return ctx.db.transaction().execute(async (db) => {
    await db.selectFrom("newsletter_issues").select("id").where("id", "=", id).forUpdate().execute();
    const issue = await findIssue(db, id);
    if (!issue) throw notFound("Issue");
    if (!from.includes(issue.state as IssueState)) throw wrongState(issue.state);
    await change(db, issue);
    await db.updateTable("newsletter_issues").set({ updated_at: sql<Date>`now()` }).where("id", "=", id).execute();
    const after = await issueById({ db }, id);
    const sides = (of: { state: string; subject: string; audience: string }) => ({
      state: of.state,
      subject: of.subject,
      audience: of.audience,
      action,
    });
    await recordAudit({ ...ctx, db }, actor, {
      action,
      entity: "newsletter issue",
      entityId: id,
      label: labelOf(issue),
      before: { ...sides(issue), action: null },
      after: sides(after),
    });
    return after;
  });
}

/** @throws DomainError `forbidden`; not found; `wrong_state` unless it is a draft or scheduled; invalid_input */
export async function updateIssue(ctx: Context, actor: Actor, id: string, changes: IssueChanges): Promise<Issue> {
  authorize(actor, newsletterPolicy.write);
  return changeIssue(ctx, actor, id, {
    action: "updated",
    from: ["draft", "scheduled"],
    async change(db, issue) {
      const { audience = issue.audience as Issue["audience"], category_id = issue.category_id } = changes;
      await requireAudience(db, { audience, category_id });
      if (issue.kind === "letter" && changes.subject?.trim() === "") {
        throw invalid("A letter needs a subject", [{ field: "subject", rule: "must be text" }]);
      }
      const set = { ...changes, audience, category_id: audience === "category" ? category_id : null };
      await db.updateTable("newsletter_issues").set(set).where("id", "=", id).execute();
    },
  });
}

/** @throws DomainError `forbidden`; not found; `wrong_state` if somebody may have got it */
export async function deleteIssue(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, newsletterPolicy.write);
  await ctx.db.transaction().execute(async (db) => {
    await db.selectFrom("newsletter_issues").select("id").where("id", "=", id).forUpdate().execute();
    const issue = await findIssue(db, id);
    if (!issue) throw notFound("Issue");
    if (issue.started_at || !["draft", "canceled"].includes(issue.state)) throw wrongState(issue.state);
    await db.deleteFrom("newsletter_issues").where("id", "=", id).execute();
    const before = { kind: issue.kind, subject: issue.subject };
    await recordAudit({ ...ctx, db }, actor, {
      action: "deleted",
      entity: "newsletter issue",
      entityId: id,
      label: labelOf(issue),
      before,
    });
  });
}

const NOT_PUBLISHED = "The post isn’t published. Publish it first, or send the issue with its publication.";

async function requireStartable(db: Trx, issue: IssueRow, start: IssueStart, now: Date): Promise<void> {
  if (start.when === "time") {
    if (start.at <= now) throw invalid("Choose a time in the future", [{ field: "at", rule: "must be a time in the future" }]);
    return;
  }
  if (issue.kind !== "post") {
    if (start.when === "with post") throw invalid("The issue has no post", [{ field: "when", rule: "must be now or time" }]);
    return;
  }
  if (issue.post_status === "published") return;
  const isPlanned =
    issue.post_id &&
    (await db
      .selectFrom("post_schedules")
      .select("post_id")
      .where("post_id", "=", issue.post_id)
      .where("kind", "=", "publish")
      .executeTakeFirst());
  if (start.when === "now" || !isPlanned) throw conflict("post_not_published", NOT_PUBLISHED);
}

/**
 * Its mail and its recipients are prepared by a job afterwards. `with post`: as soon as the post is published as planned.
 * @throws DomainError `forbidden`; not found; `wrong_state`; `newsletter_not_ready`; `post_not_published`; invalid_input
 */
export async function startIssue(
  ctx: Context,
  actor: Actor,
  { id, start, settings, site }: { id: string; start: IssueStart; settings: SenderSettings; site: Site },
): Promise<Issue> {
  authorize(actor, newsletterPolicy.send);
  requireReady(settings, site);
  return changeIssue(ctx, actor, id, {
    action: start.when === "now" ? "started" : "scheduled",
    from: ["draft", "scheduled"],
    async change(db, issue) {
      await requireStartable(db, issue, start, ctx.clock.now());
      const set =
        start.when === "now"
          ? ({ state: "sending", scheduled_at: null } as const)
          : ({ state: "scheduled", scheduled_at: start.when === "time" ? start.at : null } as const);
      await db
        .updateTable("newsletter_issues")
        .set({ ...set, reason: null })
        .where("id", "=", id)
        .execute();
    },
  });
}

/** Mails that are on their way arrive. @throws DomainError `forbidden`; not found; `wrong_state` */
export async function pauseIssue(ctx: Context, actor: Actor, id: string): Promise<Issue> {
  authorize(actor, newsletterPolicy.send);
  return changeIssue(ctx, actor, id, {
    action: "paused",
    from: ["sending"],
    change: async (db) => {
      await db.updateTable("newsletter_issues").set({ state: "paused", reason: null }).where("id", "=", id).execute();
    },
  });
}

/** Refusals before are no reason to pause it again. @throws DomainError `forbidden`; not found; `wrong_state`; `newsletter_not_ready` */
export async function resumeIssue(
  ctx: Context,
  actor: Actor,
  { id, settings, site }: { id: string; settings: SenderSettings; site: Site },
): Promise<Issue> {
  authorize(actor, newsletterPolicy.send);
  requireReady(settings, site);
  return changeIssue(ctx, actor, id, {
    action: "resumed",
    from: ["paused"],
    change: async (db) => {
      const afresh = { setbacks: 0, refused_in_row: 0, next_at: sql<Date>`'-infinity'`, resumed_at: sql<Date>`now()` };
      await db
        .updateTable("newsletter_issues")
        .set({ state: "sending", reason: null, ...afresh })
        .where("id", "=", id)
        .execute();
    },
  });
}

/** For good. @throws DomainError `forbidden`; not found; `wrong_state` */
export async function cancelIssue(ctx: Context, actor: Actor, id: string): Promise<Issue> {
  authorize(actor, newsletterPolicy.send);
  return changeIssue(ctx, actor, id, {
    action: "canceled",
    from: ["scheduled", "sending", "paused"],
    change: async (db) => {
      const end = { state: "canceled", reason: null, ended_at: sql<Date>`now()` };
      await db.updateTable("newsletter_issues").set(end).where("id", "=", id).execute();
    },
  });
}

/** They may get it twice, which is why a person decides. @throws DomainError `forbidden`; not found; `wrong_state` unless it is uncertain */
export async function resendRecipient(
  ctx: Context,
  actor: Actor,
  { id, recipient, settings, site }: { id: string; recipient: string; settings: SenderSettings; site: Site },
): Promise<Issue> {
  authorize(actor, newsletterPolicy.send);
  requireReady(settings, site);
  return changeIssue(ctx, actor, id, {
    action: "resent",
    from: ["sending", "paused", "sent"],
    async change(db, issue) {
      const again = await db
        .updateTable("newsletter_recipients")
        .set({ state: "waiting", next_at: sql<Date>`now()`, ended_at: null, begun_at: null })
        .where("id", "=", recipient)
        .where("issue_id", "=", id)
        .where("state", "=", "uncertain")
        .returning("id")
        .executeTakeFirst();
      if (!again) throw conflict("wrong_state", "Only a recipient whose mail is uncertain can get it again.");
      if (issue.state === "sent") {
        await db.updateTable("newsletter_issues").set({ state: "sending", ended_at: null }).where("id", "=", id).execute();
      }
    },
  });
}
