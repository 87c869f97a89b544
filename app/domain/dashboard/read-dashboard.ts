import { countFailedJobs } from "../../platform/jobs.ts";
import { percentChange } from "../analytics/analytics-rules.ts";
import { readBackupHealth } from "../backups/backup-health.ts";
import type { Context } from "../context.ts";
import type { DatabaseRestarts, FullDisk } from "../system/system.ts";
import { cutText } from "../text-rules.ts";
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

/** The beginning of a comment, up to the end of a word. */
function excerptOf(text: string): string {
  if (text.length <= DASHBOARD_TEXT_MAX) return text;
  const beginning = cutText(text, DASHBOARD_TEXT_MAX);
  return `${beginning.replace(/\s+\S*$/, "")}…`;
}

type Author = { full_name: string | null; email: string | null };
const nameOf = ({ full_name, email }: Author) => full_name || email;

/** The newest posts and comments, merged by time. */
async function activityOf(ctx: Context): Promise<DashboardActivity[]> {
  const [posts, comments] = await Promise.all([
    newestPosts(ctx.db, DASHBOARD_RECENT),
    newestComments(ctx.db, DASHBOARD_RECENT, DASHBOARD_TEXT_MAX + 1),
  ]);
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

/** What this process knows of the site. */
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

/** How many there are, and how many more than in the 30 days before. */
async function readFigures({ db, clock }: Context): Promise<Pick<Dashboard, "posts" | "users" | "comments" | "views">> {
  const now = clock.now().getTime();
  const periods = { since: new Date(now - DASHBOARD_DAYS * DAY_MS), before: new Date(now - 2 * DASHBOARD_DAYS * DAY_MS) };
  const [posts, users, comments, views] = await Promise.all([
    countRows(db, "post_catalog", periods),
    countRows(db, "users", periods),
    countRows(db, "comments", periods),
    countRows(db, "post_views", periods),
  ]);
  return { posts: figure(posts), users: figure(users), comments: figure(comments), views: figure(views) };
}

/** What needs the attention of an admin. */
async function readWaiting({ db, clock }: Context, seen: Seen): Promise<Dashboard["waiting"]> {
  const [pending_comments, unsent_mails, people_waiting, failed_jobs, offsite_pictures] = await Promise.all([
    countPendingComments(db),
    countUnsentMails(db),
    countPeopleWaiting(db, clock.now()),
    countFailedJobs(db),
    offsitePictures(db, seen.ownHost, DASHBOARD_HOSTS),
  ]);
  return {
    pending_comments,
    unsent_mails,
    people_waiting,
    failed_jobs,
    unknown_proxy: seen.unknownProxy,
    database_restarts: seen.databaseRestarts,
    full_disk: seen.fullDisk,
    offsite_pictures,
  };
}

/** Reads the dashboard: figures, each with its change against the 30 days before, the latest activity, and what needs attention. */
export async function readDashboard(ctx: Context, seen: Seen): Promise<Dashboard> {
  const [figures, activity, waiting, backups, articles] = await Promise.all([
    readFigures(ctx),
    activityOf(ctx),
    readWaiting(ctx, seen),
    readBackupHealth(ctx, seen.timezone),
    findArticles(ctx.db),
  ]);
  return {
    ...figures,
    activity,
    waiting,
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
