import { z } from "@hono/zod-openapi";
import { createPost } from "../../../domain/posts/create-post.ts";
import { deletePost } from "../../../domain/posts/delete-post.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { postChanges, postInput } from "../../../domain/posts/post.ts";
import { previewInput, previewPost } from "../../../domain/posts/preview-post.ts";
import { updatePost } from "../../../domain/posts/update-post.ts";
import type { Deps } from "../../env.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { adminPost, exampleInput, examplePost, examplePreview, preview } from "./post-shapes.ts";

const create = createRoute({
  ...operation("Posts", postPolicy.create),
  operationId: "createPost",
  method: "post",
  path: "/admin/posts",
  summary: "Create a post",
  description:
    "The signed-in admin becomes its author. An empty description falls back to the excerpt; a published post is dated now. Tags are " +
    "made from their names as typed. `edit_id` ends what was kept of it while it was typed. 409 (`23505`) when another post has the slug.",
  request: { query: noQuery, body: jsonBody(postInput, exampleInput) },
  responses: { 201: json(adminPost, "The new post", examplePost), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const update = createRoute({
  ...operation("Posts", postPolicy.update),
  operationId: "updatePost",
  method: "patch",
  path: "/admin/posts/{id}",
  summary: "Update a post",
  description:
    "What is left out stays as it is. `version` is the one that was read: when somebody else has saved since, nothing is changed and " +
    "the answer is 409 (`stale_version`). A published post is dated now, unless `keep_published_at` is true. 409 (`23505`) when " +
    "another post has the slug. `edit_version` names the staged changes that are saved thereby, 0 when there are none, and ends them: 409 " +
    "(`stale_edit`) when somebody else has staged newer ones. Without it staged changes stay. `autosave` is for drafts that are saved while " +
    "they are typed: the log tells of ten minutes in one entry.",
  request: {
    params: z.object({ id: id.openapi({ description: "The post's id" }) }),
    query: noQuery,
    body: jsonBody(postChanges, { ...exampleInput, version: 1, keep_published_at: false, edit_version: 0, autosave: false }),
  },
  responses: {
    200: json(adminPost, "The post as it stands now", examplePost),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const remove = createRoute({
  ...operation("Posts", postPolicy.delete),
  operationId: "deletePost",
  method: "delete",
  path: "/admin/posts/{id}",
  summary: "Delete a post",
  description:
    "Moves it into the trash, with its comments, likes and views: readers don't find it, and its slug is free for another post.",
  request: { params: z.object({ id: id.openapi({ description: "The post's id" }) }), query: noQuery },
  responses: { 204: { description: "It is in the trash" }, ...errorResponses(401, 403, 404, 429) },
});

const show = createRoute({
  ...operation("Drafts and revisions", postPolicy.readAny),
  operationId: "previewPost",
  method: "post",
  path: "/admin/posts/preview",
  summary: "Preview a post",
  description: "Renders what an author has written as saving would, and stores nothing.",
  request: { query: noQuery, body: jsonBody(previewInput, { content: exampleInput.content, content_format: "html" as const }) },
  responses: {
    200: json(preview, "As the article page shows it", examplePreview),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

const place = ({ settings }: Deps) => ({ ownHost: new URL(settings.site().url).host });

/** What admins write. */
export const adminPostSaving = () =>
  resource()
    .openapi(show, async (c) => c.json(await previewPost(c.var.deps.context, c.req.valid("json"), place(c.var.deps)), 200))
    .openapi(create, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await createPost(deps.context, actor, c.req.valid("json"), place(deps)), 201);
    })
    .openapi(update, async (c) => {
      const { deps, actor } = c.var;
      const changes = c.req.valid("json");
      return c.json(await updatePost(deps.context, actor, c.req.valid("param").id, changes, place(deps)), 200);
    })
    .openapi(remove, async (c) => {
      await deletePost(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
