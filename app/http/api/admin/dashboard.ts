import { z } from "@hono/zod-openapi";
import { countWaiting } from "../../../domain/dashboard/count-waiting.ts";
import { dashboard, firstStep, waitingCounts } from "../../../domain/dashboard/dashboard.ts";
import { dismissFirstStep } from "../../../domain/dashboard/first-steps.ts";
import { readDashboard } from "../../../domain/dashboard/read-dashboard.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { fullDisk } from "../../guards/full-disk.ts";
import { sawUnknownProxy } from "../../guards/limited-address.ts";
import { done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("System");

const read = createRoute("get", "/admin/dashboard", systemPolicy.readDashboard, {
  id: "readDashboard",
  scope: "never",
  summary: "Read the dashboard",
  description:
    "Counts of posts, users, comments and views, each with its change from the previous 30 days, what waits for you, the last " +
    "7 days, scheduled posts and drafts, the latest activity, and the first steps of a new owner. Figures and lists are of what you may see; the rest is left out.",
  answer: ok(dashboard, "The dashboard"),
});

const waiting = createRoute("get", "/admin/waiting", systemPolicy.readDashboard, {
  id: "readWaiting",
  scope: "never",
  summary: "Count what waits for you",
  description:
    "Pending comments, emails that weren’t sent and warnings about backups, as the back office’s navigation marks them; only those that you may see.",
  answer: ok(waitingCounts, "The counts"),
});

const dismiss = createRoute("put", "/admin/dashboard/dismissed-steps/{step}", systemPolicy.dismissFirstStep, {
  id: "updateDismissedStep",
  scope: "never",
  summary: "Dismiss a first step",
  description: "The dashboard doesn’t list the step any more, for all admins.",
  params: z.object({ step: firstStep.meta({ description: "The step", example: "email" }) }),
  answer: done("The step is dismissed"),
});

export const adminDashboard = () =>
  resource()
    .openapi(read, async (c) => {
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
      return c.json(await readDashboard(context, c.var.actor, seen), 200);
    })
    .openapi(waiting, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await countWaiting(context, c.var.actor, settings.site().timezone), 200);
    })
    .openapi(dismiss, async (c) => {
      await dismissFirstStep(c.var.deps.context, c.var.actor, c.req.valid("param").step);
      return c.body(null, 204);
    });
