import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { addDays } from "../../platform/time/day.ts";
import { dayOfWeek } from "../../platform/time/month.ts";
import { localDay, momentOf } from "../../platform/time/zone.ts";
import { languageOf as siteWords } from "../../texts/languages.ts";
import { fill, inLanguage } from "../../texts/texts.ts";
import type { Context } from "../context.ts";
import { oneLine } from "../mail/mail.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { DIGEST_DAYS, type Settings, type Site } from "../settings/settings.ts";
import { recipientQuery } from "./issues.sql.ts";
import { texts } from "./mail/issue-texts.ts";
import { pauseByItself } from "./pause-issue.ts";
import { missingFor, type SenderSettings } from "./readiness.ts";

type DigestSettings = NoticeSettings &
  SenderSettings &
  Pick<Settings, "newsletter" | "newsletterDigest" | "newsletterDigestDay" | "newsletterDigestHour">;

export type DigestTools = { site(): Site; settings(): DigestSettings };

type Plan = { day: Settings["newsletterDigestDay"]; hour: number; timezone: string };

const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;

/** A digest that is later than this, because the site was down, isn't made. The next one has its articles. */
const LATE_MAX_MS = 24 * HOUR_MS;

/** An article may be published with a date of some hours ago, as when its plan was late. No article is in two digests. */
const DATED_BACK_MS = 24 * HOUR_MS;

const ARTICLES_MAX = 100;

const RESTORED =
  "The site was restored from a backup, which doesn’t know what was sent after it was made. If the digest goes on, readers may get articles twice.";

/** The next time after `now`. An hour that clocks skip is the one after it; of two, the first. */
export function nextDigest({ day, hour, timezone }: Plan, now: Date): Date {
  const wanted = DIGEST_DAYS.indexOf(day) + 1;
  const today = localDay(now.getTime(), timezone);
  const time = `T${String(hour).padStart(2, "0")}:00`;
  for (let later = 0; later <= 2 * WEEK_DAYS; later++) {
    const date = addDays(today, later);
    const moment = dayOfWeek(date) === wanted ? momentOf(date + time, timezone) : null;
    if (moment && moment > now) return moment;
  }
  throw new Error(`no ${day} is after ${now.toISOString()} in ${timezone}`);
}

/** Newest first: those that were first published since then and were in no digest. */
async function newArticles(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.post_id as id from published_posts d join posts p on p.id = d.post_id
    where p.first_published_at >= ${since} and not exists (
      select from newsletter_issues i where i.kind = 'digest' and d.post_id = any(i.articles))
    order by d.published_at desc, d.post_id desc limit ${ARTICLES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

async function hasRecipients(db: Db, articles: string[]): Promise<boolean> {
  if (articles.length === 0) return false;
  const digest = { kind: "digest", audience: "all", category_id: null, articles };
  const { rows } = await sql<{ any: boolean }>`select exists (${recipientQuery(digest, null)}) as any`.execute(db);
  return rows[0]?.any ?? false;
}

/** In the transaction that notes that it is made. */
async function addDigest(ctx: Context, articles: string[], isHeld: boolean, { site, settings }: DigestTools): Promise<void> {
  const subject = inLanguage(siteWords(site()), () => fill(texts.digest, { site: oneLine(site().name) }));
  const { id } = await ctx.db
    .insertInto("newsletter_issues")
    .values({ kind: "digest", subject, articles, state: "sending" })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (isHeld) await pauseByItself(ctx, id, RESTORED, { site: site(), settings: settings() });
}

const readPlan = (db: Db) =>
  db.selectFrom("newsletter_upkeep").select(["digest_plan", "digest_next_at"]).executeTakeFirstOrThrow();

const forgetPlan = (db: Db) =>
  db
    .updateTable("newsletter_upkeep")
    .set({ digest_plan: null, digest_next_at: null })
    .where("digest_plan", "is not", null)
    .execute();

const isLate = (due: Date, now: Date) => now.getTime() - due.getTime() > LATE_MAX_MS;

const weekBefore = (due: Date) => new Date(due.getTime() - WEEK_DAYS * 24 * HOUR_MS);

const leaveToNext = (digest_at: Date | null, due: Date) => ({ digest_at: digest_at ?? weekBefore(due) });

type Row = { digest_at: Date | null; digest_held: boolean };

/** @returns what is different from now on */
async function makeOf(ctx: Context, { digest_at, digest_held }: Row, due: Date, tools: DigestTools): Promise<Row> {
  const since = digest_at ? new Date(digest_at.getTime() - DATED_BACK_MS) : weekBefore(due);
  const articles = await newArticles(ctx.db, since);
  const now = ctx.clock.now();
  if (!(await hasRecipients(ctx.db, articles))) return { digest_at: now, digest_held };
  await addDigest(ctx, articles, digest_held, tools);
  return { digest_at: now, digest_held: false };
}

/** In a transaction. The row stays locked, so that the others see what this one has made. */
async function makeWhenDue(ctx: Context, plan: string, next: Date, tools: DigestTools): Promise<Date> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .selectFrom("newsletter_upkeep")
    .select(["digest_at", "digest_held", "digest_plan", "digest_next_at"])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const due = row.digest_plan === plan ? row.digest_next_at : null;
  if (due && due > now) return due;
  const changes = due && (await (isLate(due, now) ? leaveToNext(row.digest_at, due) : makeOf(ctx, row, due, tools)));
  await ctx.db
    .updateTable("newsletter_upkeep")
    .set({ digest_plan: plan, digest_next_at: next, ...changes })
    .execute();
  return next;
}

/**
 * An issue with what is new, at the day and hour of the settings, if any digest reader gets something new. Every instance may call it at
 * once: one makes it. A plan that has changed counts from when this sees it, so that no time that has passed is made up for.
 * @returns when the next one is due; null if none is
 */
export async function makeDigest(ctx: Context, tools: DigestTools): Promise<Date | null> {
  const settings = tools.settings();
  if (!settings.newsletter || !settings.newsletterDigest || missingFor(settings, tools.site()).length > 0) {
    await forgetPlan(ctx.db);
    return null;
  }
  const { newsletterDigestDay: day, newsletterDigestHour: hour } = settings;
  const { timezone } = tools.site();
  const plan = `${day} ${hour} ${timezone}`;
  const { digest_plan, digest_next_at } = await readPlan(ctx.db);
  const now = ctx.clock.now();
  if (digest_plan === plan && digest_next_at && digest_next_at > now) return digest_next_at;
  const next = nextDigest({ day, hour, timezone }, now);
  return ctx.db.transaction().execute((db) => makeWhenDue({ ...ctx, db }, plan, next, tools));
}
