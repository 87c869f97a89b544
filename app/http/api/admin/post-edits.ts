import { z } from "@hono/zod-openapi";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { discardStaged } from "../../../domain/posts/staging/discard-staged.ts";
import { readStaged } from "../../../domain/posts/staging/read-staged.ts";
import { editInput, stageEdit } from "../../../domain/posts/staging/stage-edit.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery, wholeNumber } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { exampleEdit, exampleStaged, staged, stagedEdit } from "./edit-shapes.ts";
import { exampleInput } from "./post-shapes.ts";

const VERSION_MAX = 999_999_999;
const params = z.object({ id: id.openapi({ description: "The post's id" }) });

const read = createRoute({
  ...operation("Drafts and revisions", postPolicy.readAny),
  operationId: "readStagedEdit",
  method: "get",
  path: "/admin/posts/{id}/edit",
  summary: "Read a post's staged edit",
  description: "What was typed and not saved yet, by whom and when, and the post that it was begun from. 404 when nothing waits.",
  request: { params, query: noQuery },
  responses: { 200: json(stagedEdit, "The changes", exampleEdit), ...errorResponses(401, 403, 404) },
});

const stage = createRoute({
  ...operation("Drafts and revisions", postPolicy.update),
  operationId: "updateStagedEdit",
  method: "put",
  path: "/admin/posts/{id}/edit",
  summary: "Create or update a post's staged edit",
  description:
    "Readers go on seeing the post as it was saved. The form may be unfinished: only sizes and types are looked at. `version` is the one " +
    "of the changes that were read, 0 when there were none; 409 (`stale_edit`) when somebody else has kept newer ones. `base_version` is " +
    "the version of the post that they are made from; 409 (`stale_version`) when they would begin with an older one.",
  request: { params, query: noQuery, body: jsonBody(editInput, { writing: exampleInput, version: 0, base_version: 1 }) },
  responses: { 200: json(staged, "They are kept", exampleStaged), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const discard = createRoute({
  ...operation("Drafts and revisions", postPolicy.update),
  operationId: "deleteStagedEdit",
  method: "delete",
  path: "/admin/posts/{id}/edit",
  summary: "Delete a post's staged edit",
  description:
    "The post stays as it was saved. `version` is the one that was read: newer changes of somebody else aren't discarded (409, `stale_edit`).",
  request: {
    params,
    query: z.strictObject({ version: wholeNumber(VERSION_MAX, "Of the changes that were read", 3) }),
  },
  responses: { 204: { description: "They are gone" }, ...errorResponses(401, 403, 404, 409, 429) },
});

/** Changes of posts that readers don't see yet. */
export const adminPostEdits = () =>
  resource()
    .openapi(read, async (c) => c.json(await readStaged(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(stage, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await stageEdit(deps.context, actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(discard, async (c) => {
      await discardStaged(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("query").version);
      return c.body(null, 204);
    });
