import { z } from "@hono/zod-openapi";
import { dashboardActivity, dashboardFigure, dashboard as dashboardShape } from "../../../domain/dashboard/dashboard.ts";
import { readDashboard } from "../../../domain/dashboard/read-dashboard.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { fullDisk } from "../../guards/full-disk.ts";
import { sawUnknownProxy } from "../../guards/limited-address.ts";
import { EXAMPLE } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("System");

const figure = z.object(dashboardFigure.shape).openapi("DashboardFigure");
const activity = z.object(dashboardActivity.shape).openapi("DashboardActivity");
const dashboard = dashboardShape
  .extend({
    posts: figure,
    users: figure,
    comments: figure,
    views: figure,
    activity: z.array(activity).describe(dashboardShape.shape.activity.description ?? ""),
  })
  .openapi("Dashboard");

const example = { total: 12, current: 6, previous: 4, change: 50 };

const read = createRoute("get", "/admin/dashboard", systemPolicy.readDashboard, {
  id: "readDashboard",
  summary: "Read the dashboard",
  description:
    "Counts of posts, users, comments and views, each with its change from the previous 30 days, the latest activity, what waits for " +
    "an admin, and the first steps of a new owner.",
  answer: ok(dashboard, "The dashboard", {
    posts: example,
    users: example,
    comments: example,
    views: example,
    activity: [
      {
        kind: "post" as const,
        id: EXAMPLE.id,
        label: "Mood tracking",
        about: null,
        who: "Ada",
        status: "draft",
        created_at: EXAMPLE.date,
      },
    ],
    waiting: {
      pending_comments: 2,
      unsent_mails: 0,
      people_waiting: 0,
      failed_jobs: 0,
      unknown_proxy: false,
      database_restarts: { count: 1, last: { at: EXAMPLE.date, seconds: 1.4 } },
      full_disk: { refused: 2, last: EXAMPLE.date },
      offsite_pictures: { posts: 3, hosts: ["old.example"] },
    },
    backups: {
      automatic: true,
      last: { id: EXAMPLE.id, at: EXAMPLE.date, bytes: 81_204_112 },
      proven: { id: EXAMPLE.id, at: EXAMPLE.date, bytes: 81_204_112 },
      next_at: EXAMPLE.date,
      warnings: [],
    },
    first_steps: ["email" as const, "article" as const],
  }),
});

/** The dashboard. */
export const adminDashboard = () =>
  resource().openapi(read, async (c) => {
    const { context, settings, databaseRestarts } = c.var.deps;
    const { url, timezone, sendsMail, description } = settings.site();
    const seen = {
      unknownProxy: sawUnknownProxy(c),
      databaseRestarts: databaseRestarts?.() ?? { count: 0, last: null },
      fullDisk: fullDisk(c.var.deps),
      ownHost: URL.parse(url)?.host ?? "",
      timezone,
      isDescribed: description !== settings.defaults().siteDescription,
      sendsMail,
    };
    return c.json(await readDashboard(context, seen), 200);
  });
