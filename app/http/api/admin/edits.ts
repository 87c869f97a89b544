import { z } from "@hono/zod-openapi";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { discardUnfinished } from "../../../domain/posts/staging/discard-staged.ts";
import { keepUnfinished, unfinishedInput } from "../../../domain/posts/staging/keep-unfinished.ts";
import { readOneUnfinished, readUnfinished } from "../../../domain/posts/staging/read-staged.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import {
  exampleKeptUnfinished,
  exampleRowUnfinished,
  exampleUnfinished,
  keptUnfinished,
  unfinished,
  unfinishedList,
} from "./edit-shapes.ts";
import { exampleInput } from "./post-shapes.ts";

const params = z.object({ id: id.openapi({ description: "Made by whoever begins the post" }) });

const list = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "listUnfinishedPosts",
  method: "get",
  path: "/admin/edits",
  summary: "List your unfinished posts",
  description:
    "What the signed-in admin has begun to write as a new post and hasn't saved yet, the newest first. Nobody else's are told.",
  request: { query: noQuery },
  responses: {
    200: json(unfinishedList, "The unfinished posts", { items: [exampleRowUnfinished] }),
    ...errorResponses(401, 403),
  },
});

const read = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "readUnfinishedPost",
  method: "get",
  path: "/admin/edits/{id}",
  summary: "Read an unfinished post",
  description: "What the signed-in admin has typed so far. 404 for other people's.",
  request: { params, query: noQuery },
  responses: { 200: json(unfinished, "What was typed", exampleUnfinished), ...errorResponses(401, 403, 404) },
});

const keep = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "updateUnfinishedPost",
  method: "put",
  path: "/admin/edits/{id}",
  summary: "Create or update an unfinished post",
  description:
    "The form may be unfinished: only sizes and types are looked at. `version` is the one that was kept before, 0 to begin; 409 " +
    "(`stale_edit`) when another tab has kept newer writing or has ended it, 409 (`too_many`) when there are a hundred already. Creating " +
    "the post with this id as `edit_id` ends it.",
  request: { params, query: noQuery, body: jsonBody(unfinishedInput, { writing: exampleInput, version: 0 }) },
  responses: {
    200: json(keptUnfinished, "It is kept", exampleKeptUnfinished),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const discard = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "deleteUnfinishedPost",
  method: "delete",
  path: "/admin/edits/{id}",
  summary: "Delete an unfinished post",
  description: "What was typed is gone for good. 404 for other people's.",
  request: { params, query: noQuery },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

/** New posts that were begun and never saved. */
export const adminEdits = () =>
  resource()
    .openapi(list, async (c) => c.json({ items: await readUnfinished(c.var.deps.context, c.var.actor) }, 200))
    .openapi(read, async (c) => c.json(await readOneUnfinished(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(keep, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await keepUnfinished(deps.context, actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(discard, async (c) => {
      await discardUnfinished(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
