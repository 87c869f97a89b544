import { z } from "@hono/zod-openapi";
import { previewPolicy } from "../../../domain/previews/preview.policy.ts";
import {
  previewLink as linkRecord,
  madePreview as madeRecord,
  noteChange,
  previewNote as noteRecord,
  previewNotes as notesRecord,
  previewInput,
} from "../../../domain/previews/preview.ts";
import { deleteNote, listNotes, resolveNote } from "../../../domain/previews/preview-notes.ts";
import { PREVIEWS_MAX } from "../../../domain/previews/preview-rules.ts";
import { endPreview, listPreviews, sharePreview } from "../../../domain/previews/share-preview.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../operation.ts";

/** A preview link that works. */
const previewLink = z.object({ ...linkRecord.shape, id }).openapi("PreviewLink");

/** A post's links that work. */
const previewLinks = z.object({ items: z.array(previewLink) }).openapi("PreviewLinks");

/** A new link. */
const madePreview = previewLink.extend({ url: madeRecord.shape.url }).openapi("MadePreview");

/** A note of a preview's reader. */
const previewNote = z.object({ ...noteRecord.shape, id }).openapi("PreviewNote");

/** A post's notes. */
const previewNotes = z.object({ ...notesRecord.shape, items: z.array(previewNote) }).openapi("PreviewNotes");

const exampleAda = { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" };

const exampleLink = {
  id: EXAMPLE.id,
  created_at: EXAMPLE.date,
  expires_at: EXAMPLE.date,
  created_by: exampleAda,
  may_note: true,
  notes: 1,
};

const exampleMade = { ...exampleLink, notes: 0, url: `https://blog.example/preview/${"0d8f1f2a3b4c5d6e".repeat(4)}` };

const exampleNote = {
  id: EXAMPLE.id,
  author_name: "Grace",
  content: "I stumbled over this sentence.",
  quote: "Write one line in the morning",
  created_at: EXAMPLE.date,
  resolved_at: null,
  resolved_by: null,
};

const ofPost = z.object({ id: id.openapi({ description: "The post's id" }) });

const listLinks = createRoute({
  ...operation("Preview links", previewPolicy.read),
  operationId: "listPreviewLinks",
  method: "get",
  path: "/admin/posts/{id}/previews",
  summary: "List the preview links of a post",
  description: "The links that still work, the newest first. Their URLs aren't stored, so the list doesn't have them.",
  request: { params: ofPost, query: noQuery },
  responses: { 200: json(previewLinks, "The links", { items: [exampleLink] }), ...errorResponses(401, 403, 404) },
});

const createLink = createRoute({
  ...operation("Preview links", previewPolicy.create),
  operationId: "createPreviewLink",
  method: "post",
  path: "/admin/posts/{id}/previews",
  summary: "Create a preview link",
  description:
    "Anyone with the link can read the post, in any status, with its unpublished changes and without an account, for an hour, a " +
    `day, a week or 30 days. Only this answer has the URL. At most ${PREVIEWS_MAX} links of a post work at a time; for one more the ` +
    "answer is 409 (`too_many_previews`).",
  request: { params: ofPost, query: noQuery, body: jsonBody(previewInput, { lasts: "7d" as const, may_note: true }) },
  responses: { 201: json(madePreview, "The link", exampleMade), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const deleteLink = createRoute({
  ...operation("Preview links", previewPolicy.delete),
  operationId: "deletePreviewLink",
  method: "delete",
  path: "/admin/posts/{id}/previews/{preview}",
  summary: "Delete a preview link",
  description: "The link stops working. Notes that were left through it stay.",
  request: { params: ofPost.extend({ preview: id.openapi({ description: "The link's id" }) }), query: noQuery },
  responses: { 204: { description: "The link is deleted" }, ...errorResponses(401, 403, 404, 429) },
});

const ofNote = ofPost.extend({ note: id.openapi({ description: "The note's id" }) });

const readNotes = createRoute({
  ...operation("Preview links", previewPolicy.read),
  operationId: "listNotes",
  method: "get",
  path: "/admin/posts/{id}/notes",
  summary: "List the notes on a post",
  description: "The notes of readers with a preview link: open notes first, then the newest.",
  request: { params: ofPost, query: noQuery },
  responses: { 200: json(previewNotes, "The notes", { items: [exampleNote], open: 1 }), ...errorResponses(401, 403, 404) },
});

const resolve = createRoute({
  ...operation("Preview links", previewPolicy.settleNotes),
  operationId: "updateNote",
  method: "patch",
  path: "/admin/posts/{id}/notes/{note}",
  summary: "Resolve a note, or open it again",
  description: "A resolved note stays and says who resolved it and when. A note that is opened again counts as open.",
  request: { params: ofNote, query: noQuery, body: jsonBody(noteChange, { resolved: true }) },
  responses: { 200: json(previewNote, "The note", exampleNote), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

const removeNote = createRoute({
  ...operation("Preview links", previewPolicy.settleNotes),
  operationId: "deleteNote",
  method: "delete",
  path: "/admin/posts/{id}/notes/{note}",
  summary: "Delete a note",
  description: "Deletes it permanently, whether it was resolved or not.",
  request: { params: ofNote, query: noQuery },
  responses: { 204: { description: "The note is deleted" }, ...errorResponses(401, 403, 404, 429) },
});

/** Links that show a post before it is published, and the notes of their readers. */
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
