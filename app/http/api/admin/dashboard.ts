import { countWaiting } from "../../../domain/dashboard/count-waiting.ts";
import { dashboard, waitingCounts } from "../../../domain/dashboard/dashboard.ts";
import { readDashboard } from "../../../domain/dashboard/read-dashboard.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { fullDisk } from "../../guards/full-disk.ts";
import { sawUnknownProxy } from "../../guards/limited-address.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("System");

const read = createRoute("get", "/admin/dashboard", systemPolicy.readDashboard, {
  id: "readDashboard",
  summary: "Read the dashboard",
  description:
    "Counts of posts, users, comments and views, each with its change from the previous 30 days, the latest activity, what waits for " +
    "an admin, and the first steps of a new owner.",
  answer: ok(dashboard, "The dashboard"),
});

const waiting = createRoute("get", "/admin/waiting", systemPolicy.readDashboard, {
  id: "countWaiting",
  summary: "Count what waits for an admin",
  description: "Pending comments, emails that weren't sent and warnings about backups, as the back office's navigation marks them.",
  answer: ok(waitingCounts, "The counts"),
});

const dashboardRoute = () =>
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

export const adminDashboard = () =>
  dashboardRoute().openapi(waiting, async (c) => {
    const { context, settings } = c.var.deps;
    return c.json(await countWaiting(context, settings.site().timezone), 200);
  });
