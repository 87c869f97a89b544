import { z } from "@hono/zod-openapi";
import { readDemo, removeDemo } from "../../../domain/demo/remove-demo.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { errorResponses } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";

const count = (description: string) => z.number().int().openapi({ minimum: 0, description });

const demoContent = z
  .object({
    posts: count("Demo articles"),
    edited_posts: count("Demo articles that somebody has worked on since they came"),
    comments: count("Demo comments"),
    users: count("Demo accounts that nobody has signed in to"),
    likes: count("Likes of demo articles"),
    views: count("Views of demo articles"),
    visits: count("Invented visits of the analytics"),
    tags: count("Tags of demo articles that no other article has"),
    other_comments: count("Comments of real people on demo articles; they go with the article"),
  })
  .openapi("DemoContent");

const example = {
  posts: 14,
  edited_posts: 1,
  comments: 12,
  users: 5,
  likes: 431,
  views: 6200,
  visits: 6900,
  tags: 30,
  other_comments: 2,
};

const read = createRoute({
  ...operation("System", systemPolicy.readDemoContent),
  operationId: "readDemoContent",
  method: "get",
  path: "/admin/demo-content",
  summary: "Read how much demo content there is",
  description: "How much is left of what the product came with, and what else would go with it.",
  request: { query: noQuery },
  responses: { 200: json(demoContent, "How much there is of everything", example), ...errorResponses(401, 403) },
});

const remove = createRoute({
  ...operation("System", systemPolicy.deleteDemoContent),
  operationId: "deleteDemoContent",
  method: "delete",
  path: "/admin/demo-content",
  summary: "Delete the demo content",
  description:
    "Takes away every demo article with its comments, likes and views, every demo comment, account and tag, and nothing that an " +
    "owner made. It doesn't come again. Where nothing is left, nothing happens.",
  request: { query: noQuery },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

/** What the product came with, to be looked at and taken away. */
export const adminDemoContent = () =>
  resource()
    .openapi(read, async (c) => c.json(await readDemo(c.var.deps.context), 200))
    .openapi(remove, async (c) => {
      const { context, settings } = c.var.deps;
      await removeDemo(context, c.var.actor);
      // The hero's button may have gone with its article.
      await settings.reload();
      return c.body(null, 204);
    });
