import { z } from "@hono/zod-openapi";
import { readDashboard } from "../../../domain/dashboard/read-dashboard.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { sawUnknownProxy } from "../../guards/limited-address.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";

const count = z.number().int();

const figure = z
  .object({
    total: count.openapi({ description: "Of all time" }),
    current: count.openapi({ description: "In the last 30 days" }),
    previous: count.openapi({ description: "In the 30 days before" }),
    change: z.number().openapi({ description: "From the previous 30 days to the last, in percent" }),
  })
  .openapi("DashboardFigure");

const activity = z
  .object({
    kind: z.enum(["post", "comment"]),
    id: z.string(),
    label: z.string().openapi({ description: "A post's title, or how a comment begins" }),
    about: z.string().nullable().openapi({ description: "The title of the commented post" }),
    who: z.string().nullable().openapi({ description: "The author's name, else their address" }),
    status: z.string(),
    created_at: z.string().openapi({ format: "date-time" }),
  })
  .openapi("DashboardActivity");

const dashboard = z
  .object({
    posts: figure,
    users: figure,
    comments: figure,
    views: figure,
    activity: z.array(activity).openapi({ description: "The 5 newest posts and the 5 newest comments, by time" }),
    waiting: z
      .object({
        pending_comments: count,
        unsent_mails: count,
        people_waiting: count,
        failed_jobs: count,
        unknown_proxy: z.boolean(),
      })
      .openapi({ description: "What waits for somebody" }),
  })
  .openapi("Dashboard");

const example = { total: 12, current: 6, previous: 4, change: 50 };

const read = createRoute({
  ...operation("System", systemPolicy.readDashboard),
  operationId: "readDashboard",
  method: "get",
  path: "/admin/dashboard",
  summary: "Read the dashboard",
  description: "Counts of posts, users, comments and views, each with its change against the 30 days before; what happened last.",
  request: { query: noQuery },
  responses: {
    200: json(dashboard, "Figures, activity and what waits", {
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
      waiting: { pending_comments: 2, unsent_mails: 0, people_waiting: 0, failed_jobs: 0, unknown_proxy: false },
    }),
    ...errorResponses(401, 403),
  },
});

/** What an admin sees first. */
export const adminDashboard = () =>
  resource().openapi(read, async (c) =>
    c.json(await readDashboard(c.var.deps.context, { unknownProxy: sawUnknownProxy(c) }), 200),
  );
