import { z } from "@hono/zod-openapi";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { EXAMPLE_POST } from "../../../domain/posts/post-shapes.ts";
import { discardStaged, editInput, readStaged, stageEdit } from "../../../domain/posts/staged-edits/stage-edit.ts";
import {
  staged,
  stagedEdit,
  storedUnfinished,
  unfinished,
  unfinishedList,
} from "../../../domain/posts/staged-edits/staged-edit.ts";
import {
  discardUnfinished,
  readOneUnfinished,
  readUnfinished,
  storeUnfinished,
  unfinishedInput,
} from "../../../domain/posts/staged-edits/unfinished-posts.ts";
import { id } from "../../../domain/schema-fields.ts";
import { VERSION_MAX, wholeNumber } from "../fields.ts";
import { done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Drafts and revisions", "post");

const readEdit = createRoute("get", "/admin/posts/{id}/edit", postPolicy.readAny, {
  id: "readStagedEdit",
  scope: "posts:read",
  summary: "Read a post’s staged edit",
  description:
    "The changes that aren’t saved yet, who made them and when, and the post as it was when the changes began. 404 if there are none.",
  answer: ok(stagedEdit, "The changes"),
});

const stage = createRoute("put", "/admin/posts/{id}/edit", postPolicy.update, {
  id: "updateStagedEdit",
  scope: "posts:write",
  summary: "Create or update a post’s staged edit",
  description:
    "Readers still see the post as it was saved. The form may be unfinished: only sizes and types are checked. `version` is the version " +
    "of the staged edit that you read, 0 if there was none; 409 (`stale_edit`) if someone else has stored a newer one. `base_version` is " +
    "the version of the post that the changes are based on; 409 (`stale_version`) if that isn’t the current one.",
  body: editInput,
  example: { writing: EXAMPLE_POST, version: 0, base_version: 1 },
  answer: ok(staged, "The changes are stored"),
  refuses: [409],
});

const discardEdit = createRoute("delete", "/admin/posts/{id}/edit", postPolicy.update, {
  id: "deleteStagedEdit",
  scope: "posts:write",
  summary: "Delete a post’s staged edit",
  description:
    "The post stays as it was saved. `version` is the version that you read: newer changes of someone else aren’t deleted (409, `stale_edit`).",
  query: z.strictObject({ version: wholeNumber(VERSION_MAX, "The version of the changes that you read", 3) }),
  answer: done("The changes are deleted"),
  refuses: [409],
});

const ofUnfinished = z.object({ id: id.meta({ description: "An id that the client chooses" }) });

const listOwn = createRoute("get", "/admin/edits", postPolicy.write, {
  id: "listUnfinishedPosts",
  scope: "posts:read",
  summary: "List your unfinished posts",
  description: "The new posts that you have begun and never saved, the newest first.",
  answer: ok(unfinishedList, "The unfinished posts"),
});

const readOwn = createRoute("get", "/admin/edits/{id}", postPolicy.write, {
  id: "readUnfinishedPost",
  scope: "posts:read",
  summary: "Read an unfinished post",
  description: "What you have typed so far. 404 for unfinished posts of others.",
  params: ofUnfinished,
  answer: ok(unfinished, "The unfinished post"),
});

const keepOwn = createRoute("put", "/admin/edits/{id}", postPolicy.write, {
  id: "updateUnfinishedPost",
  scope: "posts:write",
  summary: "Create or update an unfinished post",
  description:
    "The form may be unfinished: only sizes and types are checked. `version` is the last stored version, 0 to begin; 409 " +
    "(`stale_edit`) if another tab has stored a newer one or has ended it, 409 (`too_many`) if there are a hundred already. Creating " +
    "the post with this id as `edit_id` ends it.",
  params: ofUnfinished,
  body: unfinishedInput,
  example: { writing: EXAMPLE_POST, version: 0 },
  answer: ok(storedUnfinished, "The unfinished post is stored"),
  refuses: [409],
});

const discardOwn = createRoute("delete", "/admin/edits/{id}", postPolicy.write, {
  id: "deleteUnfinishedPost",
  scope: "posts:write",
  summary: "Delete an unfinished post",
  description: "Deletes it permanently. 404 for unfinished posts of others.",
  params: ofUnfinished,
  answer: done("The unfinished post is deleted"),
});

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
      return c.json(await storeUnfinished(deps.context, actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(discardOwn, async (c) => {
      await discardUnfinished(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
