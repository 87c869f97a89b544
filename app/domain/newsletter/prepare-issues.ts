import { sql } from "kysely";
import { tryAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import type { Settings, Site } from "../settings/settings.ts";
import { findIssue, type IssueRow, languageOf, recipientQuery } from "./issues.sql.ts";
import type { IssueMail } from "./mail/issue-mail.ts";
import { pauseByItself } from "./pause-issue.ts";
import { missingFor, missingSentence, type SenderSettings } from "./readiness.ts";

export type PrepareTools = {
  compose(issue: IssueRow): Promise<IssueMail>;
  site(): Site;
  settings(): NoticeSettings & SenderSettings & Pick<Settings, "language">;
};

const GONE = "The post was deleted before the issue was sent.";
const TRASHED = "The post was moved to the trash before the issue was sent.";
const UNPUBLISHED = "The post is not published any more, so the issue was not sent.";
const UNPLANNED = "The post is no longer scheduled to be published, so the issue was not sent.";
const NOTHING_LEFT = "None of its articles is published any more, so the digest was not sent.";
const NO_CATEGORY = "The category whose followers were to get it was deleted.";

/** In SQL, of an issue `i` and its post `p`: why it can't be sent, or null. A plan that failed may still be mended. */
const obstacle = sql<string | null>`case
  when i.kind = 'post' and i.post_id is null then ${GONE}
  when i.kind = 'post' and p.status = 'trashed' then ${TRASHED}
  when i.kind = 'post' and p.status <> 'published' and i.state = 'scheduled' and i.scheduled_at is null
    and not exists (select from post_schedules s where s.post_id = p.id and s.kind = 'publish') then ${UNPLANNED}
  when i.kind = 'post' and p.status <> 'published' and (i.state = 'sending' or i.scheduled_at <= now()) then ${UNPUBLISHED}
  when i.kind = 'digest' and not exists (select from published_posts d where d.post_id = any(i.articles)) then ${NOTHING_LEFT}
  when i.audience = 'category' and i.category_id is null then ${NO_CATEGORY}
end`;

/** Issues that wait for their time, or for their recipients, and whose post or category is gone. They say why they aren't sent. */
async function cancelHopeless(db: Db): Promise<void> {
  await sql`
    update newsletter_issues as issue set state = 'canceled', reason = lost.why, ended_at = now()
    from (select i.id, ${obstacle} as why from newsletter_issues i left join posts p on p.id = i.post_id
      where i.state in ('scheduled', 'sending') and i.started_at is null) lost
    where issue.id = lost.id and lost.why is not null and issue.state in ('scheduled', 'sending') and issue.started_at is null`.execute(
    db,
  );
}

async function startDue(db: Db): Promise<void> {
  await sql`
    update newsletter_issues as i set state = 'sending', updated_at = now()
    where i.state = 'scheduled' and (i.scheduled_at <= now()
      or i.scheduled_at is null and exists (select from posts p where p.id = i.post_id and p.status = 'published'))`.execute(db);
}

async function fixRecipients(db: Db, issue: IssueRow, language: string | null): Promise<void> {
  await sql`
    insert into newsletter_recipients (issue_id, subscriber_id, email, articles)
    select ${issue.id}::uuid, r.* from (${recipientQuery(issue, language)}) r
    on conflict do nothing`.execute(db);
}

/** The mail and the recipients together: either both are fixed, or neither. */
async function fix(ctx: Context, issue: IssueRow, mail: IssueMail, siteLanguage: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const still = await db
      .selectFrom("newsletter_issues")
      .select("id")
      .where("id", "=", issue.id)
      .where("state", "=", "sending")
      .where("started_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!still) return;
    // A recipient's articles are those that the mail has.
    const articles = mail.digest?.articles.map(({ id }) => id) ?? [];
    await fixRecipients(db, { ...issue, articles }, languageOf(issue, siteLanguage));
    await db
      .updateTable("newsletter_issues")
      .set({ mail: JSON.stringify(mail), started_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", issue.id)
      .execute();
  });
}

async function prepareIssue(ctx: Context, id: string, { compose, site, settings }: PrepareTools): Promise<void> {
  const issue = await findIssue(ctx.db, id);
  if (issue?.state !== "sending" || issue.started_at) return;
  const pause = (reason: string) => pauseByItself(ctx, id, reason, { site: site(), settings: settings() });
  const missing = missingFor(settings(), site());
  if (missing.length > 0) return pause(missingSentence(missing));
  try {
    await fix(ctx, issue, await compose(issue), settings().language);
  } catch (error) {
    reportError(ctx.log, error, "an issue of the newsletter could not be prepared");
    await pause("The issue could not be prepared. See the server’s log.");
  }
}

/** Issues whose time has come, and those that were started: their mail and their recipients are fixed. One instance does so. */
export async function prepareIssues(ctx: Context, tools: PrepareTools): Promise<void> {
  await startDue(ctx.db);
  await cancelHopeless(ctx.db);
  const started = await ctx.db
    .selectFrom("newsletter_issues")
    .select("id")
    .where("state", "=", "sending")
    .where("started_at", "is", null)
    .orderBy("updated_at")
    .execute();
  for (const { id } of started) {
    await tryAdvisoryLock(ctx.db, `newsletter issue ${id}`, () => prepareIssue(ctx, id, tools));
  }
}

/** Nobody waits any more. */
export async function finishIssues(db: Db): Promise<void> {
  await sql`
    update newsletter_issues as i set state = 'sent', ended_at = now(), reason = null
    where i.state = 'sending' and i.started_at is not null and not exists (
      select from newsletter_recipients r where r.issue_id = i.id and r.state in ('waiting', 'claimed'))`.execute(db);
}
