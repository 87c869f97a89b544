import { z } from "@hono/zod-openapi";
import { previewPolicy } from "../../../domain/previews/preview.policy.ts";
import {
  madePreview,
  noteChange,
  previewInput,
  previewLinks,
  previewNote,
  previewNotes,
} from "../../../domain/previews/preview.ts";
import { deleteNote, listNotes, resolveNote } from "../../../domain/previews/preview-notes.ts";
import { PREVIEWS_MAX } from "../../../domain/previews/preview-rules.ts";
import { endPreview, listPreviews, sharePreview } from "../../../domain/previews/share-preview.ts";
import { id } from "../../../domain/schema-fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Preview links", "post");

const listLinks = createRoute("get", "/admin/posts/{id}/previews", previewPolicy.read, {
  id: "listPreviewLinks",
  scope: "posts:read",
  summary: "List the preview links of a post",
  description: "The links that still work, the newest first. Their URLs aren’t stored, so the list doesn’t have them.",
  answer: ok(previewLinks, "The links"),
});

const createLink = createRoute("post", "/admin/posts/{id}/previews", previewPolicy.create, {
  id: "createPreviewLink",
  scope: "posts:write",
  summary: "Create a preview link",
  description:
    "Anyone with the link can read the post, in any status, with its unpublished changes and without an account, for an hour, a " +
    `day, a week or 30 days. Only this answer has the URL. At most ${PREVIEWS_MAX} links of a post work at a time; for one more the ` +
    "answer is 409 (`too_many_previews`).",
  body: previewInput,
  example: { lasts: "7d", may_note: true },
  answer: created(madePreview, "The link"),
  refuses: [409],
});

const deleteLink = createRoute("delete", "/admin/posts/{id}/previews/{preview}", previewPolicy.delete, {
  id: "deletePreviewLink",
  scope: "posts:write",
  summary: "Delete a preview link",
  description: "The link stops working. Notes that were left through it stay.",
  params: z.object({ id: id.meta({ description: "The post's id" }), preview: id.meta({ description: "The link’s id" }) }),
  answer: done("The link is deleted"),
});

const readNotes = createRoute("get", "/admin/posts/{id}/notes", previewPolicy.read, {
  id: "listNotes",
  scope: "posts:read",
  summary: "List the notes on a post",
  description: "The notes of readers with a preview link: open notes first, then the newest.",
  answer: ok(previewNotes, "The notes"),
});

const resolve = createRoute("patch", "/admin/posts/{id}/notes/{note}", previewPolicy.settleNotes, {
  id: "updateNote",
  scope: "posts:write",
  summary: "Resolve a note, or open it again",
  description: "A resolved note stays and says who resolved it and when. A note that is opened again counts as open.",
  body: noteChange,
  example: { resolved: true },
  answer: ok(previewNote, "The note"),
});

const removeNote = createRoute("delete", "/admin/posts/{id}/notes/{note}", previewPolicy.settleNotes, {
  id: "deleteNote",
  scope: "posts:write",
  summary: "Delete a note",
  description: "Deletes it permanently, whether it was resolved or not.",
  answer: done("The note is deleted"),
});

export const adminPreviews = () =>
  resource()
    .openapi(listLinks, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await listPreviews(deps.context, actor, c.req.valid("param").id), 200);
    })
    .openapi(createLink, async (c) => {
      const { deps, actor } = c.var;
      const wanted = { ...c.req.valid("json"), postId: c.req.valid("param").id };
      return c.json(await sharePreview(deps.context, actor, wanted, deps.settings.site().url), 201);
    })
    .openapi(deleteLink, async (c) => {
      const { id: postId, preview } = c.req.valid("param");
      await endPreview(c.var.deps.context, c.var.actor, { postId, id: preview });
      return c.body(null, 204);
    })
    .openapi(readNotes, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await listNotes(deps.context, actor, c.req.valid("param").id), 200);
    })
    .openapi(resolve, async (c) => {
      const { id: postId, note } = c.req.valid("param");
      const { resolved } = c.req.valid("json");
      return c.json(await resolveNote(c.var.deps.context, c.var.actor, { postId, id: note }, resolved), 200);
    })
    .openapi(removeNote, async (c) => {
      const { id: postId, note } = c.req.valid("param");
      await deleteNote(c.var.deps.context, c.var.actor, { postId, id: note });
      return c.body(null, 204);
    });
