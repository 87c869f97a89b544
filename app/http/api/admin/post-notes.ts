import { z } from "@hono/zod-openapi";
import { previewPolicy } from "../../../domain/previews/preview.policy.ts";
import { deleteNote, listNotes, resolveNote } from "../../../domain/previews/preview-notes.ts";
import { noteChange } from "../../../domain/previews/schema.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { exampleNote, previewNote, previewNotes } from "./preview-shapes.ts";

const ofPost = z.object({ id: id.openapi({ description: "The post's id" }) });
const ofNote = ofPost.extend({ note: id.openapi({ description: "The note's id" }) });

const list = createRoute({
  ...operation("Preview links", previewPolicy.read),
  operationId: "listNotes",
  method: "get",
  path: "/admin/posts/{id}/notes",
  summary: "List the notes on a post",
  description: "What people who have a preview link noted down: those that are open first, then the newest.",
  request: { params: ofPost, query: noQuery },
  responses: { 200: json(previewNotes, "The notes", { items: [exampleNote], open: 1 }), ...errorResponses(401, 403, 404) },
});

const resolve = createRoute({
  ...operation("Preview links", previewPolicy.settleNotes),
  operationId: "updateNote",
  method: "patch",
  path: "/admin/posts/{id}/notes/{note}",
  summary: "Resolve a note, or open it again",
  description: "A settled note stays and tells who settled it and when; opened again it counts among the open ones.",
  request: { params: ofNote, query: noQuery, body: jsonBody(noteChange, { resolved: true }) },
  responses: { 200: json(previewNote, "The note", exampleNote), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

const remove = createRoute({
  ...operation("Preview links", previewPolicy.settleNotes),
  operationId: "deleteNote",
  method: "delete",
  path: "/admin/posts/{id}/notes/{note}",
  summary: "Delete a note",
  description: "Deletes it for good, whether it was settled or not.",
  request: { params: ofNote, query: noQuery },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

/** What people who have a preview link noted down. */
export const adminPostNotes = () =>
  resource()
    .openapi(list, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await listNotes(deps.context, actor, c.req.valid("param").id), 200);
    })
    .openapi(resolve, async (c) => {
      const { id: postId, note } = c.req.valid("param");
      const { resolved } = c.req.valid("json");
      return c.json(await resolveNote(c.var.deps.context, c.var.actor, { postId, id: note }, resolved), 200);
    })
    .openapi(remove, async (c) => {
      const { id: postId, note } = c.req.valid("param");
      await deleteNote(c.var.deps.context, c.var.actor, { postId, id: note });
      return c.body(null, 204);
    });
