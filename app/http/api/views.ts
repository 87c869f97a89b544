import { z } from "@hono/zod-openapi";
import { READERS } from "../../domain/analytics/hit-rules.ts";
import { EXAMPLE, id } from "../../domain/schema-fields.ts";
import { recordView } from "../../domain/views/record-view.ts";
import { viewPolicy } from "../../domain/views/view.policy.ts";
import { sessionHeader } from "./fields.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Views and visits");

/** How many characters of a User-Agent are looked at. */
const USER_AGENT_MAX = 512;

const counted = z
  .object({
    counted: z.boolean().openapi({ description: "Whether this view was counted" }),
    views_count: z.number().int().openapi({ description: "The article's views, including this one" }),
  })
  .openapi("View");

const opened = z.strictObject({
  post_id: id.openapi({ description: "The article's id" }),
  who: z
    .enum(READERS)
    .optional()
    .openapi({ description: "The kind of reader, as the browser knows it; `anonymous` unless given" }),
});

const record = createRoute("post", "/views", viewPolicy.record, {
  id: "recordView",
  summary: "Record that an article was opened",
  description:
    "Counts one view per article and reader session in 30 minutes, and then forgets the session. As in the analytics, bots and " +
    "readers who send Do Not Track or Global Privacy Control aren't counted, nor are admins unless the owner counts them. Nothing is " +
    "counted while analytics are turned off.",
  headers: sessionHeader,
  body: opened,
  example: { post_id: EXAMPLE.id, who: "anonymous" },
  answer: ok(counted, "Whether it was counted, and the article's views", { counted: true, views_count: 1201 }),
});

export const views = () =>
  resource().openapi(record, async (c) => {
    const { context, settings } = c.var.deps;
    const { post_id: postId, who } = c.req.valid("json");
    const view = await recordView(context, {
      postId,
      who,
      sessionId: c.req.valid("header")["x-session-id"],
      userAgent: (c.req.header("user-agent") ?? "").slice(0, USER_AGENT_MAX),
      acceptLanguage: c.req.header("accept-language") ?? null,
      optsOut: c.req.header("dnt") === "1" || c.req.header("sec-gpc") === "1",
      isRecorded: settings.get().enableAnalytics,
    });
    return c.json(view, 200);
  });
