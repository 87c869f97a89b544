import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { countFailedJobs } from "../../platform/jobs.ts";
import { analyticsPolicy } from "../analytics/analytics.policy.ts";
import { percentChange } from "../analytics/analytics-rules.ts";
import { type Actor, authorize } from "../authorize.ts";
import { readBackupHealth } from "../backups/backup-health.ts";
import { commentPolicy } from "../comments/comment.policy.ts";
import type { Context } from "../context.ts";
import type { Ability } from "../policy.ts";
import { postPolicy } from "../posts/post.policy.ts";
import { type Reach, reachOf, titleFor } from "../posts/reach.sql.ts";
import { systemPolicy } from "../system/system.policy.ts";
import type { DatabaseRestarts, FullDisk } from "../system/system.ts";
import { cutText } from "../text-rules.ts";
import { userPolicy } from "../users/user.policy.ts";
import type { Dashboard, DashboardActivity, DashboardFigure } from "./dashboard.ts";
import { readFirstSteps } from "./first-steps.ts";
import { readNext } from "./read-next.ts";
import { readWeek } from "./read-week.ts";

const DASHBOARD_DAYS = 30;
/** How many of the newest posts and comments the activity shows, of each (specification, section 9). */
const DASHBOARD_RECENT = 5;
const DASHBOARD_HOSTS = 20;
/** How much of a comment the activity shows, in characters. */
const DASHBOARD_TEXT_MAX = 120;

const DAY_MS = 86_400_000;

/** The number of rows: in total, since `since`, and from `before` to `since`. */
type RowCounts = { total: number; current: number; previous: number };

const figure = (counted: RowCounts): DashboardFigure => ({
  ...counted,
  change: percentChange(counted.current, counted.previous),
});

function excerptOf(text: string): string {
  if (text.length <= DASHBOARD_TEXT_MAX) return text;
  const beginning = cutText(text, DASHBOARD_TEXT_MAX);
  return `${beginning.replace(/\s+\S*$/, "")}…`;
}

type Author = { full_name: string | null; email: string | null };
const nameOf = ({ full_name, email }: Author, showsAddresses: boolean) => full_name || (showsAddresses ? email : null);

const newestPosts = (db: Db, reach: Reach, limit: number) =>
  db
    .selectFrom("post_catalog")
    .innerJoin("posts", "posts.id", "post_catalog.post_id")
    .leftJoin("users", "users.id", "posts.author_id")
    .select(["posts.id", "posts.title", "posts.status", "posts.created_at", "users.full_name", "users.email"])
    .where(reach(sql.ref("post_catalog.post_id")))
    .orderBy("post_catalog.created_at", "desc")
    .orderBy("post_catalog.post_id", "desc")
    .limit(limit)
    .execute();

const newestComments = (db: Db, actor: Actor, { limit, length }: { limit: number; length: number }) =>
  db
    .selectFrom("comments")
    .innerJoin("posts", "posts.id", "comments.post_id")
    .leftJoin("users", "users.id", "comments.author_id")
    .select(["comments.id", "comments.status", "comments.created_at", "users.email"])
    .select(titleFor(actor, "posts").as("title"))
    .select(sql<string | null>`coalesce(users.full_name, comments.guest_name)`.as("full_name"))
    .select(sql<string>`left(comments.content, ${length})`.as("text"))
    .where("comments.status", "<>", "trashed")
    .where(reachOf(actor, commentPolicy.readAny)(sql.ref("comments.post_id")))
    .orderBy("comments.created_at", "desc")
    .orderBy("comments.id", "desc")
    .limit(limit)
    .execute();

async function activityOf({ db }: Context, actor: Actor): Promise<DashboardActivity[]> {
  const shown = { limit: DASHBOARD_RECENT, length: DASHBOARD_TEXT_MAX + 1 };
  const [posts, comments] = await Promise.all([
    postPolicy.readAny.admits(actor) ? newestPosts(db, reachOf(actor, postPolicy.readAny), shown.limit) : [],
    commentPolicy.readAny.admits(actor) ? newestComments(db, actor, shown) : [],
  ]);
  const showsAddresses = userPolicy.readAddresses.admits(actor);
  const all = [
    ...posts.map((row) => ({ ...row, kind: "post" as const, label: row.title, about: null })),
    ...comments.map((row) => ({ ...row, kind: "comment" as const, label: excerptOf(row.text), about: row.title })),
  ];
  return all
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ kind, id, label, about, status, created_at, ...author }) => ({
      kind,
      id,
      label,
      about,
      who: nameOf(author, showsAddresses),
      status,
      created_at: created_at.toISOString(),
    }));
}

type Seen = {
  /** whether it has seen requests that came through an undeclared proxy */
  unknownProxy: boolean;
  /** since the site started */
  databaseRestarts: DatabaseRestarts;
  /** requests that were refused because of it, since the site started */
  fullDisk: FullDisk;
  /** host (with port) of the site */
  ownHost: string;
  /** of the site, IANA name */
  timezone: string;
  /** whether the owner has described the site */
  isDescribed: boolean;
  /** whether a mail server is configured */
  sendsMail: boolean;
};

/**
 * Each table with the column of its time. Posts are counted in the catalog, whose rows are short; it doesn't contain the trash.
 */
const COUNTED = {
  post_catalog: "created_at",
  users: "created_at",
  comments: "created_at",
} as const;

/** How many there are within reach, and how many more than in the 30 days before. */
async function readFigures({ db, clock }: Context, actor: Actor): Promise<Pick<Dashboard, "posts" | "users" | "comments">> {
  const now = clock.now().getTime();
  const periods = { since: new Date(now - DASHBOARD_DAYS * DAY_MS), before: new Date(now - 2 * DASHBOARD_DAYS * DAY_MS) };
  const within = ({ readAny }: { readAny: Ability }, id: string) => reachOf(actor, readAny)(sql.ref(id));
  const [posts, users, comments] = await Promise.all([
    postPolicy.readAny.admits(actor) ? countRows(db, "post_catalog", within(postPolicy, "post_id"), periods) : null,
    userPolicy.readAny.admits(actor) ? countRows(db, "users", sql`true`, periods) : null,
    commentPolicy.readAny.admits(actor)
      ? countRows(db, "comments", sql`status <> 'trashed' and ${within(commentPolicy, "post_id")}`, periods)
      : null,
  ]);
  return {
    ...(posts && { posts: figure(posts) }),
    ...(users && { users: figure(users) }),
    ...(comments && { comments: figure(comments) }),
  };
}

async function countRows(
  db: Db,
  table: keyof typeof COUNTED,
  condition: RawBuilder<unknown>,
  { since, before }: { since: Date; before: Date },
): Promise<RowCounts> {
  const [name, time] = [sql.table(table), sql.ref(COUNTED[table])];
  const { rows } = await sql<RowCounts>`select
    (select count(*)::int from ${name} where ${condition}) as total,
    (select count(*)::int from ${name} where ${condition} and ${time} >= ${since}) as current,
    (select count(*)::int from ${name} where ${condition} and ${time} >= ${before}
    and ${time} < ${since}) as previous`.execute(db);
  return rows[0] ?? { total: 0, current: 0, previous: 0 };
}

async function readWaiting(ctx: Context, actor: Actor, seen: Seen): Promise<Dashboard["waiting"]> {
  const [comments, posts, server] = await Promise.all([
    countPendingComments(ctx.db, actor),
    countHandedIn(ctx.db, actor),
    systemPolicy.readState.admits(actor) ? readServer(ctx, seen) : {},
  ]);
  return { ...comments, ...posts, ...server };
}

async function readServer({ db, clock }: Context, seen: Seen): Promise<Dashboard["waiting"]> {
  const [unsent_mails, people_waiting, failed_jobs, offsite_pictures] = await Promise.all([
    countUnsentMails(db),
    countPeopleWaiting(db, clock.now()),
    countFailedJobs(db),
    offsitePictures(db, seen.ownHost, DASHBOARD_HOSTS),
  ]);
  return {
    unsent_mails,
    people_waiting,
    failed_jobs,
    unknown_proxy: seen.unknownProxy,
    database_restarts: seen.databaseRestarts,
    full_disk: seen.fullDisk,
    offsite_pictures,
  };
}

/** How many drafts wait for an editor. */
async function countHandedIn(db: Db, actor: Actor): Promise<{ handed_in?: number }> {
  if (!postPolicy.sendBack.admits(actor)) return {};
  const { count } = await db
    .selectFrom("hand_ins")
    .innerJoin("post_catalog", "post_catalog.post_id", "hand_ins.post_id")
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return { handed_in: count };
}

/** How many comments within reach wait for a decision; spam doesn't count. Nothing for those who don't moderate. */
export async function countPendingComments(db: Db, actor: Actor): Promise<{ pending_comments?: number }> {
  if (!commentPolicy.readAny.admits(actor)) return {};
  const { count } = await db
    .selectFrom("comments")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("status", "=", "pending")
    .where("is_spam", "=", false)
    .where(reachOf(actor, commentPolicy.readAny)(sql.ref("post_id")))
    .executeTakeFirstOrThrow();
  return { pending_comments: count };
}

/**
 * How many users wait for a link that no mail server sent: a sign-up to confirm, an invitation, or a link that is still valid. The
 * links are in the outbox.
 */
export async function countPeopleWaiting(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct lower(o.recipient))::int as count from outbox o left join users u on lower(u.email) = lower(o.recipient)
    where o.state = 'kept' and o.link is not null and (
      (o.kind = 'confirm' and u.id is not null and u.email_confirmed_at is null)
      or (o.kind = 'invite' and u.invited_at is not null)
      or (o.kind in ('recovery', 'magiclink', 'email_change') and o.useful_until > ${now}))`.execute(db);
  return rows[0]?.count ?? 0;
}

async function offsitePictures(db: Db, ownHost: string, limit: number): Promise<{ posts: number; hosts: string[] }> {
  const { rows } = await sql<{ posts: number; hosts: string[] }>`
    with found as (
      select h.post_id, h.host from post_picture_hosts h join post_catalog d on d.post_id = h.post_id
      where d.status = 'published' and h.host <> ${ownHost}
    )
    select (select count(distinct post_id)::int from found) as posts, array(
      select host from found group by host order by count(*) desc, host limit ${limit}) as hosts`.execute(db);
  return rows[0] ?? { posts: 0, hosts: [] };
}

/** Without tests, whose sender knows. */
export async function countUnsentMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("state", "in", ["waiting", "given up"])
    .where("kind", "<>", "test")
    .executeTakeFirstOrThrow();
  return count;
}

/** Only for those who run the server. */
async function readUpkeep(
  ctx: Context,
  actor: Actor,
  { timezone, isDescribed, sendsMail }: Seen,
): Promise<Pick<Dashboard, "backups" | "first_steps">> {
  if (!systemPolicy.readState.admits(actor)) return {};
  const health = readBackupHealth(ctx, timezone);
  const known = { description: isDescribed, email: sendsMail };
  const [backups, first_steps] = await Promise.all([health, readFirstSteps(ctx, actor, known, health)]);
  return { backups, first_steps };
}

async function readVisits(ctx: Context, actor: Actor, { timezone }: Seen): Promise<Pick<Dashboard, "views" | "week">> {
  if (!analyticsPolicy.readSite.admits(actor)) return {};
  const { views, week } = await readWeek(ctx, actor, timezone);
  return { views: figure(views), week };
}

/**
 * Reads the dashboard: figures, each with its change against the 30 days before, what needs attention, what happened and what is next.
 * What somebody may not see is left out. @throws DomainError `forbidden`
 */
export async function readDashboard(ctx: Context, actor: Actor, seen: Seen): Promise<Dashboard> {
  authorize(actor, systemPolicy.readDashboard);
  const [figures, visits, next, activity, waiting, upkeep] = await Promise.all([
    readFigures(ctx, actor),
    readVisits(ctx, actor, seen),
    postPolicy.readAny.admits(actor) ? readNext(ctx.db, reachOf(actor, postPolicy.readAny)) : null,
    activityOf(ctx, actor),
    readWaiting(ctx, actor, seen),
    readUpkeep(ctx, actor, seen),
  ]);
  return { ...figures, ...visits, ...(next && { next }), activity, waiting, ...upkeep };
}
