import { z } from "@hono/zod-openapi";
import { changePostOptions, postOptions } from "../../../domain/posts/change-post-options.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { adminPost, examplePost } from "./post-shapes.ts";

const change = createRoute({
  ...operation("Posts", postPolicy.update),
  operationId: "updatePostOptions",
  method: "patch",
  path: "/admin/posts/{id}/options",
  summary: "Update a post's author, or open or close its comments",
  description:
    "Applies at once. What is left out stays. The version and the dates of the post don't change. `author_id` takes the id of an " +
    "active admin, or null for the site's default byline. Closing the comments keeps those that are there.",
  request: {
    params: z.object({ id: id.openapi({ description: "The post's id" }) }),
    query: noQuery,
    body: jsonBody(postOptions, { author_id: EXAMPLE.id, comments_open: false }),
  },
  responses: { 200: json(adminPost, "The post now", examplePost), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

/** What belongs to a post but not to its text. */
export const adminPostOptions = () =>
  resource().openapi(change, async (c) =>
    c.json(await changePostOptions(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
  );
