import { createRoute, z } from "@hono/zod-openapi";
import { recordView } from "../../domain/views/viewing.ts";
import { EXAMPLE, id, noQuery, sessionHeader } from "./fields.ts";
import { refusals, WRITE_REFUSALS } from "./refusals.ts";
import { json, jsonBody, resource } from "./resource.ts";

/** What is looked at of a User-Agent. */
const USER_AGENT_MAX = 512;

const counted = z
  .object({
    counted: z.boolean().openapi({ description: "Whether this opening was counted" }),
    views_count: z.number().int().openapi({ description: "The article's views, this one included" }),
  })
  .openapi("View");

const record = createRoute({
  operationId: "recordView",
  tags: ["Views"],
  method: "post",
  path: "/views",
  summary: "Record that an article was opened",
  description:
    "Counts one view per article and browser session in 30 minutes. Programs that say that they are bots aren't counted; while " +
    "the owner has analytics turned off, nothing is.",
  request: {
    headers: sessionHeader,
    query: noQuery,
    body: jsonBody(z.strictObject({ post_id: id.openapi({ description: "The article's id" }) }), { post_id: EXAMPLE.id }),
  },
  responses: {
    200: json(counted, "Whether it was counted, and the article's views", { counted: true, views_count: 1201 }),
    ...refusals(404, ...WRITE_REFUSALS),
  },
});

/** Openings of articles. */
export const views = () =>
  resource().openapi(record, async (c) => {
    const { context, settings } = c.var.deps;
    const view = await recordView(context, {
      postId: c.req.valid("json").post_id,
      sessionId: c.req.valid("header")["x-session-id"],
      userAgent: (c.req.header("user-agent") ?? "").slice(0, USER_AGENT_MAX),
      isRecorded: settings.get().enableAnalytics,
    });
    return c.json(view, 200);
  });
