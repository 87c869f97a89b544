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
import { EXAMPLE, id, wholeNumber } from "../fields.ts";
import { done, ok, resource, routesOf } from "../operation.ts";
import { exampleInput } from "./posts.ts";

const createRoute = routesOf("Drafts and revisions", "post");

const writing = z.object(writingRecord.shape).openapi("Writing");

/** When a staged edit was stored last, and by whom. */
const staged = z.object(stagedRecord.shape).openapi("Staged");

/** Changes of a post that aren't saved yet. */
const stagedEdit = staged
  .extend({
    writing,
    base: writing.openapi({ description: "The post as it was when the changes began" }),
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

const readEdit = createRoute("get", "/admin/posts/{id}/edit", postPolicy.readAny, {
  id: "readStagedEdit",
  summary: "Read a post's staged edit",
  description:
    "The changes that aren't saved yet, who made them and when, and the post as it was when the changes began. 404 if there are none.",
  answer: ok(stagedEdit, "The changes", exampleEdit),
});

const stage = createRoute("put", "/admin/posts/{id}/edit", postPolicy.update, {
  id: "updateStagedEdit",
  summary: "Create or update a post's staged edit",
  description:
    "Readers still see the post as it was saved. The form may be unfinished: only sizes and types are checked. `version` is the version " +
    "of the staged edit that you read, 0 if there was none; 409 (`stale_edit`) if someone else has stored a newer one. `base_version` is " +
    "the version of the post that the changes are based on; 409 (`stale_version`) if that isn't the current one.",
  body: editInput,
  example: { writing: exampleInput, version: 0, base_version: 1 },
  answer: ok(staged, "The changes are stored", exampleStaged),
  refuses: [409],
});

const discardEdit = createRoute("delete", "/admin/posts/{id}/edit", postPolicy.update, {
  id: "deleteStagedEdit",
  summary: "Delete a post's staged edit",
  description:
    "The post stays as it was saved. `version` is the version that you read: newer changes of someone else aren't deleted (409, `stale_edit`).",
  query: z.strictObject({ version: wholeNumber(VERSION_MAX, "The version of the changes that you read", 3) }),
  answer: done("The changes are deleted"),
  refuses: [409],
});

const ofUnfinished = z.object({ id: id.openapi({ description: "An id that the client chooses" }) });

const listOwn = createRoute("get", "/admin/edits", postPolicy.write, {
  id: "listUnfinishedPosts",
  summary: "List your unfinished posts",
  description: "The new posts that the signed-in admin has begun and never saved, the newest first.",
  answer: ok(unfinishedList, "The unfinished posts", { items: [exampleRowUnfinished] }),
});

const readOwn = createRoute("get", "/admin/edits/{id}", postPolicy.write, {
  id: "readUnfinishedPost",
  summary: "Read an unfinished post",
  description: "What the signed-in admin has typed so far. 404 for unfinished posts of others.",
  params: ofUnfinished,
  answer: ok(unfinished, "The unfinished post", exampleUnfinished),
});

const keepOwn = createRoute("put", "/admin/edits/{id}", postPolicy.write, {
  id: "updateUnfinishedPost",
  summary: "Create or update an unfinished post",
  description:
    "The form may be unfinished: only sizes and types are checked. `version` is the last stored version, 0 to begin; 409 " +
    "(`stale_edit`) if another tab has stored a newer one or has ended it, 409 (`too_many`) if there are a hundred already. Creating " +
    "the post with this id as `edit_id` ends it.",
  params: ofUnfinished,
  body: unfinishedInput,
  example: { writing: exampleInput, version: 0 },
  answer: ok(keptUnfinished, "The unfinished post is stored", exampleKeptUnfinished),
  refuses: [409],
});

const discardOwn = createRoute("delete", "/admin/edits/{id}", postPolicy.write, {
  id: "deleteUnfinishedPost",
  summary: "Delete an unfinished post",
  description: "Deletes it permanently. 404 for unfinished posts of others.",
  params: ofUnfinished,
  answer: done("The unfinished post is deleted"),
});

/** Staged edits of posts, and unfinished posts. */
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
