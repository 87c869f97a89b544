import { countFailedJobs } from "../../platform/jobs.ts";
import { percentChange } from "../analytics/analytics-rules.ts";
import { readBackupHealth } from "../backups/backup-health.ts";
import type { Context } from "../context.ts";
import type { DatabaseRestarts } from "../system/system.ts";
import {
  countPendingComments,
  countPeopleWaiting,
  countRows,
  countUnsentMails,
  findArticles,
  newestComments,
  newestPosts,
  offsitePictures,
  type RowCounts,
} from "./dashboard.sql.ts";
import type { Dashboard, DashboardActivity, DashboardFigure, FirstStep } from "./dashboard.ts";

/** The period by which a figure's change is measured, in days. */
const DASHBOARD_DAYS = 30;
/** How many of the newest posts and comments the activity shows, of each (specification, section 9). */
const DASHBOARD_RECENT = 5;
/** How many hosts of pictures on other sites are named. */
const DASHBOARD_HOSTS = 20;
/** How much of a comment the activity shows, in characters. */
const DASHBOARD_TEXT_MAX = 120;

const DAY_MS = 86_400_000;

const figure = (counted: RowCounts): DashboardFigure => ({
  ...counted,
  change: percentChange(counted.current, counted.previous),
});

type Author = { full_name: string | null; email: string | null };
const nameOf = ({ full_name, email }: Author) => full_name || email;

/** The newest posts and comments, merged by time. */
async function activityOf(ctx: Context): Promise<DashboardActivity[]> {
  const [posts, comments] = await Promise.all([
    newestPosts(ctx.db, DASHBOARD_RECENT),
    newestComments(ctx.db, DASHBOARD_RECENT, DASHBOARD_TEXT_MAX),
  ]);
  const all = [
    ...posts.map((row) => ({ ...row, kind: "post" as const, label: row.title, about: null })),
    ...comments.map((row) => ({ ...row, kind: "comment" as const, label: row.text, about: row.title })),
  ];
  return all
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ kind, id, label, about, status, created_at, ...author }) => ({
      kind,
      id,
      label,
      about,
      who: nameOf(author),
      status,
      created_at: created_at.toISOString(),
    }));
}

/** What is left of the first steps. An owner with a published article needs no list any more. */
function firstSteps(done: Record<FirstStep, boolean>): FirstStep[] {
  const order: FirstStep[] = ["description", "demo", "email", "backups", "article"];
  return done.article ? [] : order.filter((step) => !done[step]);
}

/**
 * Reads the dashboard: figures, each with its change against the 30 days before, the latest activity, and what needs attention.
 * @param seen `unknownProxy`: whether this process has seen requests that came through an undeclared proxy; `databaseRestarts`: since
 *   the site started; `ownHost`: host (with port) of
 *   the site; `timezone`: of the site, IANA name; `isDescribed`: whether the owner has described the site; `sendsMail`: whether a mail
 *   server is configured
 */
export async function readDashboard(
  ctx: Context,
  seen: {
    unknownProxy: boolean;
    databaseRestarts: DatabaseRestarts;
    ownHost: string;
    timezone: string;
    isDescribed: boolean;
    sendsMail: boolean;
  },
): Promise<Dashboard> {
  const today = ctx.clock.now();
  const now = today.getTime();
  const periods = { since: new Date(now - DASHBOARD_DAYS * DAY_MS), before: new Date(now - 2 * DASHBOARD_DAYS * DAY_MS) };
  const [
    posts,
    users,
    comments,
    views,
    activity,
    pending_comments,
    unsent_mails,
    people_waiting,
    failed_jobs,
    offsite_pictures,
    backups,
    articles,
  ] = await Promise.all([
    countRows(ctx.db, "post_catalog", periods),
    countRows(ctx.db, "users", periods),
    countRows(ctx.db, "comments", periods),
    countRows(ctx.db, "post_views", periods),
    activityOf(ctx),
    countPendingComments(ctx.db),
    countUnsentMails(ctx.db),
    countPeopleWaiting(ctx.db, today),
    countFailedJobs(ctx.db),
    offsitePictures(ctx.db, seen.ownHost, DASHBOARD_HOSTS),
    readBackupHealth(ctx, seen.timezone),
    findArticles(ctx.db),
  ]);
  return {
    posts: figure(posts),
    users: figure(users),
    comments: figure(comments),
    views: figure(views),
    activity,
    waiting: {
      pending_comments,
      unsent_mails,
      people_waiting,
      failed_jobs,
      unknown_proxy: seen.unknownProxy,
      database_restarts: seen.databaseRestarts,
      offsite_pictures,
    },
    backups,
    first_steps: firstSteps({
      description: seen.isDescribed,
      demo: !articles.hasDemo,
      email: seen.sendsMail,
      backups: backups.automatic,
      article: articles.hasOwn,
    }),
  };
}
