import { z } from "zod";
import { timelineDay, timelineMark } from "../analytics/analytics.ts";
import { backupHealth } from "../backups/backup.ts";
import { POST_KINDS } from "../posts/post-rules.ts";
import { component, EXAMPLE, exampleOf } from "../schema-fields.ts";
import { databaseRestarts, fullDisk } from "../system/system.ts";

const count = z.number().int();

const dashboardFigure = component(
  "DashboardFigure",
  z.object({
    total: count.describe("Of all time"),
    current: count.describe("In the last 30 days"),
    previous: count.describe("In the 30 days before"),
    change: z.number().describe("From the previous 30 days to the last 30, in percent"),
  }),
  { total: 12, current: 6, previous: 4, change: 50 },
);
export type DashboardFigure = z.infer<typeof dashboardFigure>;

const dashboardActivity = component(
  "DashboardActivity",
  z.object({
    kind: z.enum(["post", "comment"]),
    id: z.string(),
    label: z.string().describe("A post’s title, or the beginning of a comment"),
    about: z.string().nullable().describe("The title of the commented post"),
    who: z.string().nullable().describe("The author’s name; for admins, the email address of those without one"),
    status: z.string(),
    created_at: z.string().meta({ format: "date-time" }),
  }),
  { kind: "post", id: EXAMPLE.id, label: "Mood tracking", about: null, who: "Ada", status: "draft", created_at: EXAMPLE.date },
);
export type DashboardActivity = z.infer<typeof dashboardActivity>;

export const FIRST_STEPS = ["name", "description", "demo", "email", "backups", "article"] as const;
export const firstStep = z.enum(FIRST_STEPS);
export type FirstStep = z.infer<typeof firstStep>;

const dashboardStep = component("DashboardStep", z.object({ step: firstStep, is_done: z.boolean() }), {
  step: "email",
  is_done: false,
});
export type DashboardStep = z.infer<typeof dashboardStep>;

const date = z.string().meta({ format: "date" });

const week = component(
  "DashboardWeek",
  z.object({
    period: z.object({ from: date, to: date, days: count }),
    days: z.array(timelineDay).describe("Every day, as Website Analytics counts them"),
    marks: z.array(timelineMark).describe("The articles that were published"),
    articles: z.array(z.object({ title: z.string(), slug: z.string(), views: count })).describe("The 5 that were read most"),
    sources: z.array(z.object({ value: z.string(), visits: count })).describe("The 5 that most visits came from"),
  }),
  {
    period: { from: "2026-01-25", to: "2026-01-31", days: 7 },
    days: [{ date: "2026-01-25", visits: 12, visitors: 11, views: 30 }],
    marks: [],
    articles: [{ title: "Mood tracking", slug: "mood-tracking", views: 12 }],
    sources: [{ value: "Google", visits: 7 }],
  },
);

const dashboardNext = component(
  "DashboardNext",
  z.object({
    id: z.string(),
    kind: z.enum(POST_KINDS),
    title: z.string(),
    at: z.string().nullable().meta({ format: "date-time", description: "When it is published or updated; null for a draft" }),
  }),
  { id: EXAMPLE.id, kind: "post", title: "Mood tracking", at: EXAMPLE.date },
);
export type DashboardNext = z.infer<typeof dashboardNext>;

/** Without what its reader may not see. */
export const dashboard = component(
  "Dashboard",
  z.object({
    posts: dashboardFigure.optional(),
    users: dashboardFigure.optional(),
    comments: dashboardFigure.optional(),
    views: dashboardFigure.optional(),
    activity: z.array(dashboardActivity).describe("The 5 newest posts and the 5 newest comments within reach, by time"),
    waiting: z
      .object({
        pending_comments: count.optional(),
        handed_in: count.describe("Posts that contributors handed in").optional(),
        unsent_mails: count.optional(),
        /** users whose link was never mailed, because there is no mail server */
        people_waiting: count.optional(),
        failed_jobs: count.optional(),
        /** whether requests seem to come through a proxy that TRUST_PROXY doesn't name */
        unknown_proxy: z.boolean().optional(),
        database_restarts: databaseRestarts
          .describe("How often the embedded database ended by itself and was started again")
          .optional(),
        full_disk: fullDisk.describe("How often something couldn’t be stored because the server’s disk was full").optional(),
        offsite_pictures: z
          .object({ posts: count, hosts: z.array(z.string()) })
          .describe("How many articles have images on other sites, which readers don’t see, and on which hosts; the first 20")
          .optional(),
      })
      .describe("What needs attention"),
    backups: backupHealth.optional(),
    week: week.describe("The last 7 days").optional(),
    next: z
      .array(dashboardNext)
      .describe("Scheduled posts, the next one first, then the latest drafts; 3 of each at most")
      .optional(),
    first_steps: z
      .array(dashboardStep)
      .describe("What the owner of a new site does first, in order, without dismissed steps; empty once all are done")
      .optional(),
  }),
  {
    posts: exampleOf(dashboardFigure),
    users: exampleOf(dashboardFigure),
    comments: exampleOf(dashboardFigure),
    views: exampleOf(dashboardFigure),
    activity: [exampleOf(dashboardActivity)],
    waiting: {
      pending_comments: 2,
      handed_in: 1,
      unsent_mails: 0,
      people_waiting: 0,
      failed_jobs: 0,
      unknown_proxy: false,
      database_restarts: { count: 1, last: { at: EXAMPLE.date, seconds: 1.4 } },
      full_disk: { refused: 2, last: EXAMPLE.date },
      offsite_pictures: { posts: 3, hosts: ["old.example"] },
    },
    backups: exampleOf(backupHealth),
    week: exampleOf(week),
    next: [exampleOf(dashboardNext)],
    first_steps: [exampleOf(dashboardStep)],
  },
);
export type Dashboard = z.infer<typeof dashboard>;

/** What the navigation of the back office marks. */
export const waitingCounts = component(
  "WaitingCounts",
  z.object({
    pending_comments: count.optional(),
    emails: count.describe("Emails that weren’t sent, and users whose link was never mailed").optional(),
    backup_warnings: count.optional(),
  }),
  { pending_comments: 2, emails: 0, backup_warnings: 0 },
);
export type WaitingCounts = z.infer<typeof waitingCounts>;
