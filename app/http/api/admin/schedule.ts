import { z } from "@hono/zod-openapi";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { cancelPlan, planInput, planPost } from "../../../domain/posts/schedule/plan-post.ts";
import { readCalendar } from "../../../domain/posts/schedule/read-calendar.ts";
import { calendar, plan } from "../../../domain/posts/schedule/schedule.ts";
import { done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Schedule", "post");

const setPlan = createRoute("put", "/admin/posts/{id}/schedule", postPolicy.publish, {
  id: "updatePlan",
  scope: "posts:publish",
  summary: "Create or update the plan of a post",
  description:
    "`publish` is for posts that readers don’t see. They must meet the rules for publishing, and stay drafts until then. " +
    "`update` publishes the staged edit of a post. Replaces any earlier plan. The post is published once, within a minute of the planned " +
    "time, and gets it as its date. 409 (`contradiction`) if the same fields were saved after they were changed in the staged edit.",
  body: planInput,
  example: { kind: "publish", at: "2027-01-31T09:30:00Z", keep_published_at: false },
  answer: ok(plan, "The plan"),
  refuses: [409],
});

const cancel = createRoute("delete", "/admin/posts/{id}/schedule", postPolicy.publish, {
  id: "deletePlan",
  scope: "posts:publish",
  summary: "Delete the plan of a post",
  description: "The post and its staged edit stay as they are.",
  answer: done("The plan is deleted"),
});

const day = (description: string, example: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a day, such as 2026-01-31")
    .openapi({ description, example });

const showCalendar = createRoute("get", "/admin/calendar", postPolicy.readAny, {
  id: "readCalendar",
  scope: "posts:read",
  summary: "Read days of the calendar",
  description:
    "What was published and what is planned, by days of the site’s timezone, and the drafts without a plan. At most 62 days.",
  query: z.strictObject({ from: day("The first day", "2026-01-01"), to: day("The last day", "2026-01-31") }),
  answer: ok(calendar, "The days"),
});

export const adminSchedule = () =>
  resource()
    .openapi(setPlan, async (c) => {
      const { deps, actor } = c.var;
      const { id } = c.req.valid("param");
      return c.json(await planPost(deps.context, actor, id, c.req.valid("json"), deps.settings.site()), 200);
    })
    .openapi(cancel, async (c) => {
      await cancelPlan(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(showCalendar, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await readCalendar(context, c.var.actor, c.req.valid("query"), settings.site().timezone), 200);
    });
