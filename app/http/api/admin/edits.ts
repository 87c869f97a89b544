import { z } from "@hono/zod-openapi";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { discardStaged, editInput, readStaged, stageEdit } from "../../../domain/posts/staged-edits/stage-edit.ts";
import {
  stagedEdit as editRecord,
  unfinishedRow as rowRecord,
  staged as stagedRecord,
  unfinished as unfinishedRecord,
  writing as writingRecord,
} from "../../../domain/posts/staged-edits/staged-edit.ts";
import {
  discardUnfinished,
  keepUnfinished,
  readOneUnfinished,
  readUnfinished,
  unfinishedInput,
} from "../../../domain/posts/staged-edits/unfinished-posts.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery, wholeNumber } from "../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../operation.ts";
import { exampleInput } from "./posts.ts";

const writing = z.object(writingRecord.shape).openapi("Writing");

/** When a staged edit was stored last, and by whom. */
const staged = z.object(stagedRecord.shape).openapi("Staged");

/** Changes of a post that wait to be saved. */
const stagedEdit = staged
  .extend({
    writing,
    base: writing.openapi({ description: "The post that they were begun from" }),
    base_version: editRecord.shape.base_version,
  })
  .openapi("StagedEdit");

const unfinishedRow = z.object({ ...rowRecord.shape, id }).openapi("UnfinishedRow");

const unfinishedList = z.object({ items: z.array(unfinishedRow) }).openapi("UnfinishedList");

const keptUnfinished = unfinishedRow
  .omit({ opening: true })
  .extend({ version: stagedRecord.shape.version })
  .openapi("KeptUnfinished");

const unfinished = z.object({ ...unfinishedRecord.shape, id, writing }).openapi("Unfinished");

const exampleStaged = {
  version: 3,
  updated_at: EXAMPLE.date,
  editor: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
};

const exampleEdit = { ...exampleStaged, writing: exampleInput, base: exampleInput, base_version: 1 };

const exampleKeptUnfinished = { id: EXAMPLE.id, title: exampleInput.title, updated_at: EXAMPLE.date, version: 1 };

const exampleRowUnfinished = {
  id: EXAMPLE.id,
  title: exampleInput.title,
  opening: "The first light is quiet",
  updated_at: EXAMPLE.date,
};

const exampleUnfinished = { id: EXAMPLE.id, version: 1, updated_at: EXAMPLE.date, writing: exampleInput };

const VERSION_MAX = 999_999_999;

const ofPost = z.object({ id: id.openapi({ description: "The post's id" }) });

const readEdit = createRoute({
  ...operation("Drafts and revisions", postPolicy.readAny),
  operationId: "readStagedEdit",
  method: "get",
  path: "/admin/posts/{id}/edit",
  summary: "Read a post's staged edit",
  description: "What was typed and not saved yet, by whom and when, and the post that it was begun from. 404 when nothing waits.",
  request: { params: ofPost, query: noQuery },
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
  request: { params: ofPost, query: noQuery, body: jsonBody(editInput, { writing: exampleInput, version: 0, base_version: 1 }) },
  responses: { 200: json(staged, "They are kept", exampleStaged), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const discardEdit = createRoute({
  ...operation("Drafts and revisions", postPolicy.update),
  operationId: "deleteStagedEdit",
  method: "delete",
  path: "/admin/posts/{id}/edit",
  summary: "Delete a post's staged edit",
  description:
    "The post stays as it was saved. `version` is the one that was read: newer changes of somebody else aren't discarded (409, `stale_edit`).",
  request: {
    params: ofPost,
    query: z.strictObject({ version: wholeNumber(VERSION_MAX, "Of the changes that were read", 3) }),
  },
  responses: { 204: { description: "They are gone" }, ...errorResponses(401, 403, 404, 409, 429) },
});

const ofUnfinished = z.object({ id: id.openapi({ description: "Made by whoever begins the post" }) });

const listOwn = createRoute({
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

const readOwn = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "readUnfinishedPost",
  method: "get",
  path: "/admin/edits/{id}",
  summary: "Read an unfinished post",
  description: "What the signed-in admin has typed so far. 404 for other people's.",
  request: { params: ofUnfinished, query: noQuery },
  responses: { 200: json(unfinished, "What was typed", exampleUnfinished), ...errorResponses(401, 403, 404) },
});

const keepOwn = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "updateUnfinishedPost",
  method: "put",
  path: "/admin/edits/{id}",
  summary: "Create or update an unfinished post",
  description:
    "The form may be unfinished: only sizes and types are looked at. `version` is the one that was kept before, 0 to begin; 409 " +
    "(`stale_edit`) when another tab has kept newer writing or has ended it, 409 (`too_many`) when there are a hundred already. Creating " +
    "the post with this id as `edit_id` ends it.",
  request: { params: ofUnfinished, query: noQuery, body: jsonBody(unfinishedInput, { writing: exampleInput, version: 0 }) },
  responses: {
    200: json(keptUnfinished, "It is kept", exampleKeptUnfinished),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const discardOwn = createRoute({
  ...operation("Drafts and revisions", postPolicy.write),
  operationId: "deleteUnfinishedPost",
  method: "delete",
  path: "/admin/edits/{id}",
  summary: "Delete an unfinished post",
  description: "What was typed is gone for good. 404 for other people's.",
  request: { params: ofUnfinished, query: noQuery },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

/** What was typed and isn't saved yet: changes of posts, and new posts. */
export const adminEdits = () =>
  resource()
    .openapi(readEdit, async (c) => c.json(await readStaged(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(stage, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await stageEdit(deps.context, actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(discardEdit, async (c) => {
      await discardStaged(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("query").version);
      return c.body(null, 204);
    })
    .openapi(listOwn, async (c) => c.json({ items: await readUnfinished(c.var.deps.context, c.var.actor) }, 200))
    .openapi(readOwn, async (c) => c.json(await readOneUnfinished(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(keepOwn, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await keepUnfinished(deps.context, actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(discardOwn, async (c) => {
      await discardUnfinished(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
