import { z } from "@hono/zod-openapi";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { filterEffect, filterState } from "../../../domain/comments/filter/filter.ts";
import { LOOKED_AT_VIEWS } from "../../../domain/comments/filter/filter-rules.ts";
import { startLookAgain } from "../../../domain/comments/filter/look-again.ts";
import { readFilter, readFilterEffect } from "../../../domain/comments/filter/read-filter.ts";
import { resetFilter } from "../../../domain/comments/filter/reset-filter.ts";
import { allowedMethods } from "../../middleware/allowed-methods.ts";
import { accepted, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Moderation", "comment");

const read = createRoute("get", "/admin/comments/filter", commentPolicy.lookAgain, {
  id: "readCommentFilter",
  scope: "comments:read",
  summary: "Read the state of the spam filter",
  description: "How much it has learned from decisions, and how far it is in looking at comments again.",
  answer: ok(filterState, "The filter"),
});

const effect = createRoute("get", "/admin/comments/filter/effect", commentPolicy.setUpFilter, {
  id: "readCommentFilterEffect",
  scope: "comments:read",
  summary: "Read what each strictness of the spam filter would do",
  description: "Scores the newest 200 comments by what it has learned from others, and counts what each strictness would hold.",
  answer: ok(filterEffect, "Counts for each strictness"),
});

const look = createRoute("post", "/admin/comments/filter/looks", commentPolicy.lookAgain, {
  id: "createFilterLook",
  scope: "comments:moderate",
  summary: "Have the spam filter look at comments again",
  description:
    "Scores all pending comments, or all spam, by what the filter has learned since. Of pending ones, the mark as spam follows the score; nothing " +
    "is approved, rejected or deleted. It goes on after the answer. 409 (`looking_again`) while it is still at it.",
  body: z.strictObject({ view: z.enum(LOOKED_AT_VIEWS, `must be one of ${LOOKED_AT_VIEWS.join(", ")}`) }),
  example: { view: "pending" },
  answer: accepted(filterState, "It has begun"),
  refuses: [409],
});

const reset = createRoute("delete", "/admin/comments/filter", commentPolicy.setUpFilter, {
  id: "deleteFilterLessons",
  scope: "never",
  summary: "Delete what the spam filter has learned",
  description: "It begins from nothing. Comments stay as they are.",
  answer: done("It knows nothing"),
});

export function adminCommentFilter() {
  const routes = resource()
    .openapi(read, async (c) => c.json(await readFilter(c.var.deps.context, c.var.actor), 200))
    .openapi(effect, async (c) => c.json(await readFilterEffect(c.var.deps.context, c.var.actor), 200))
    .openapi(look, async (c) => c.json(await startLookAgain(c.var.deps.context, c.var.actor, c.req.valid("json").view), 202))
    .openapi(reset, async (c) => {
      await resetFilter(c.var.deps.context, c.var.actor);
      return c.body(null, 204);
    });
  // Before the paths with an id, so that no method takes `filter` as an id.
  allowedMethods(routes);
  return routes;
}
