import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { adviseOnError } from "../mail/advise-on-error.ts";
import { paged } from "../schema-fields.ts";
import type { Site } from "../settings/settings.ts";
import { findIssue, type IssueRow, issuesWithPosts, languageOf, recipientQuery } from "./issues.sql.ts";
import { newsletterPolicy } from "./newsletter.policy.ts";
import type { Issue, IssuePage, NewsletterAudience, NewsletterState, Recipient, RecipientPage } from "./newsletter.ts";
import type { BounceKind, IssueKind, IssueState, RecipientFilter, RecipientState } from "./newsletter-rules.ts";
import { missingFor, missingSentence, type SenderSettings } from "./readiness.ts";

type Counts = Issue["counts"];

const NONE: Counts = {
  ...{ all: 0, waiting: 0, sent: 0, refused: 0, uncertain: 0, left: 0, departed: 0, bounced: 0 },
  bounces: { hard: 0, soft: 0, complaint: 0 },
};

/** Counted, so that they equal the rows. */
async function countRecipients(db: Db, ids: string[]): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const of = (state: string) => sql<number>`count(*) filter (where state = ${state})::int`;
  const rows = await db
    .selectFrom("newsletter_recipients")
    .select([
      "issue_id",
      sql<number>`count(*)::int`.as("all"),
      sql<number>`count(*) filter (where state in ('waiting', 'claimed'))::int`.as("waiting"),
      of("sent").as("sent"),
      of("refused").as("refused"),
      of("uncertain").as("uncertain"),
      of("left").as("left"),
      sql<number>`count(left_at)::int`.as("departed"),
      sql<number>`count(bounced_at)::int`.as("bounced"),
      sql<Counts["bounces"]>`json_build_object('hard', count(*) filter (where bounce_kind = 'hard'),
        'soft', count(*) filter (where bounce_kind = 'soft'),
        'complaint', count(*) filter (where bounce_kind = 'complaint'))`.as("bounces"),
    ])
    .where("issue_id", "in", ids)
    .groupBy("issue_id")
    .execute();
  return new Map(rows.map(({ issue_id, ...counts }) => [issue_id, counts]));
}

const whenOf = ({ state, scheduled_at }: IssueRow) => {
  if (state !== "scheduled") return null;
  return scheduled_at ? "time" : "with post";
};

const presentIssue = (row: IssueRow, counts: Counts): Issue => ({
  id: row.id,
  kind: row.kind as IssueKind,
  post:
    row.post_id === null
      ? null
      : { id: row.post_id, title: row.post_title ?? "", slug: row.post_slug ?? "", status: row.post_status ?? "" },
  subject: row.subject,
  preview_text: row.preview_text,
  content: row.content,
  content_format: row.content_format as "html" | "markdown",
  audience: row.audience as Issue["audience"],
  category_id: row.category_id,
  state: row.state as IssueState,
  reason: row.reason,
  advice: row.reason === null ? null : adviseOnError(row.reason),
  when: whenOf(row),
  at: row.scheduled_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  counts,
});

/** The caller checks the permission. @throws DomainError not found */
export async function issueById({ db }: Pick<Context, "db">, id: string): Promise<Issue> {
  const row = await findIssue(db, id);
  if (!row) throw notFound("Issue");
  return presentIssue(row, (await countRecipients(db, [id])).get(id) ?? NONE);
}

async function countFutureRecipients(db: Db, of: Parameters<typeof recipientQuery>[0], language: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${recipientQuery(of, language)}) r`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Before it starts, `counts.all` says who would get it now. @throws DomainError `forbidden`; not found */
export async function readIssue(ctx: Context, actor: Actor, id: string, siteLanguage: string): Promise<Issue> {
  authorize(actor, newsletterPolicy.read);
  const row = await findIssue(ctx.db, id);
  if (!row) throw notFound("Issue");
  if (row.started_at || row.state === "canceled") return issueById(ctx, id);
  return presentIssue(row, { ...NONE, all: await countFutureRecipients(ctx.db, row, languageOf(row, siteLanguage)) });
}

/** Who would get a post that isn't an issue yet. @throws DomainError `forbidden` */
export async function readAudience(
  { db }: Context,
  actor: Actor,
  { category_id = null, language }: { category_id?: string | null | undefined; language: string },
): Promise<NewsletterAudience> {
  authorize(actor, newsletterPolicy.read);
  const post = { kind: "post", audience: category_id === null ? "all" : "category", category_id, articles: [] };
  return { subscribers: await countFutureRecipients(db, post, language) };
}

/** Newest first. */
export async function listIssues(
  { db }: Context,
  actor: Actor,
  { page, limit, state, post_id }: { page: number; limit: number; state?: IssueState | undefined; post_id?: string | undefined },
): Promise<IssuePage> {
  authorize(actor, newsletterPolicy.read);
  const { total } = await db
    .selectFrom("newsletter_issues")
    .select(sql<number>`count(*)::int`.as("total"))
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
    .$if(post_id !== undefined, (query) => query.where("post_id", "=", post_id ?? ""))
    .executeTakeFirstOrThrow();
  const rows = await issuesWithPosts(db)
    .$if(state !== undefined, (query) => query.where("i.state", "=", state ?? ""))
    .$if(post_id !== undefined, (query) => query.where("i.post_id", "=", post_id ?? ""))
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const counted = await countRecipients(
    db,
    rows.map(({ id }) => id),
  );
  return paged(
    rows.map((row) => presentIssue(row, counted.get(row.id) ?? NONE)),
    total,
    page,
    limit,
  );
}

const recipientsOf = (db: Db, id: string, state: RecipientFilter | undefined) =>
  db
    .selectFrom("newsletter_recipients")
    .where("issue_id", "=", id)
    .$if(state === "bounced", (query) => query.where("bounced_at", "is not", null))
    .$if(state !== undefined && state !== "bounced", (query) => query.where("state", "=", state ?? ""));

/** Those whose mail ended last come first. @throws DomainError `forbidden`; not found */
export async function listRecipients(
  { db }: Context,
  actor: Actor,
  { id, page, limit, state }: { id: string; page: number; limit: number; state?: RecipientFilter | undefined },
): Promise<RecipientPage> {
  authorize(actor, newsletterPolicy.read);
  if (!(await findIssue(db, id))) throw notFound("Issue");
  const { total } = await recipientsOf(db, id, state).select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  const rows = await recipientsOf(db, id, state)
    .select(["id", "email", "state", "attempts", "answer", "code", "sent_at", "left_at", "bounced_at", "bounce_kind"])
    .orderBy(sql`ended_at desc nulls last`)
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const items = rows.map(
    (row): Recipient => ({
      ...row,
      state: row.state as RecipientState,
      sent_at: row.sent_at?.toISOString() ?? null,
      left_at: row.left_at?.toISOString() ?? null,
      bounced_at: row.bounced_at?.toISOString() ?? null,
      bounce_kind: row.bounce_kind as BounceKind | null,
    }),
  );
  return paged(items, total, page, limit);
}

/** Whether issues can be sent, and whether bounces can be reported. */
export async function readNewsletter(
  { db }: Context,
  actor: Actor,
  { settings, site }: { settings: SenderSettings; site: Site },
): Promise<NewsletterState> {
  authorize(actor, newsletterPolicy.read);
  const { bounce_secret_at } = await db.selectFrom("newsletter_upkeep").select("bounce_secret_at").executeTakeFirstOrThrow();
  const missing = missingFor(settings, site);
  return {
    missing,
    message: missing.length > 0 ? missingSentence(missing) : null,
    bounce_secret_at: bounce_secret_at?.toISOString() ?? null,
  };
}
