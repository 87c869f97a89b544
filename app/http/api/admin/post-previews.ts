import { z } from "@hono/zod-openapi";
import { previewPolicy } from "../../../domain/previews/preview.policy.ts";
import { PREVIEWS_MAX } from "../../../domain/previews/preview-model.ts";
import { previewInput } from "../../../domain/previews/schema.ts";
import { endPreview, listPreviews, sharePreview } from "../../../domain/previews/share-preview.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { exampleLink, exampleMade, madePreview, previewLinks } from "./preview-shapes.ts";

const ofPost = z.object({ id: id.openapi({ description: "The post's id" }) });

const list = createRoute({
  ...operation("Preview links", previewPolicy.read),
  operationId: "listPreviewLinks",
  method: "get",
  path: "/admin/posts/{id}/previews",
  summary: "List the preview links of a post",
  description: "Those that still work, the newest first. What stands in a link is kept nowhere, so no address is among it.",
  request: { params: ofPost, query: noQuery },
  responses: { 200: json(previewLinks, "The links", { items: [exampleLink] }), ...errorResponses(401, 403, 404) },
});

const make = createRoute({
  ...operation("Preview links", previewPolicy.create),
  operationId: "createPreviewLink",
  method: "post",
  path: "/admin/posts/{id}/previews",
  summary: "Create a preview link",
  description:
    "Whoever has the link reads the post, whatever its status, with its unpublished changes, without an account; it works for an " +
    `hour, a day, a week or 30 days. The address is in this answer alone. At most ${PREVIEWS_MAX} links of a post work at a time; one ` +
    "more is refused with 409 (`too_many_previews`).",
  request: { params: ofPost, query: noQuery, body: jsonBody(previewInput, { lasts: "7d" as const, may_note: true }) },
  responses: { 201: json(madePreview, "The link", exampleMade), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const end = createRoute({
  ...operation("Preview links", previewPolicy.delete),
  operationId: "deletePreviewLink",
  method: "delete",
  path: "/admin/posts/{id}/previews/{preview}",
  summary: "Delete a preview link",
  description: "From now on it shows nothing. What was noted through it stays.",
  request: { params: ofPost.extend({ preview: id.openapi({ description: "The link's id" }) }), query: noQuery },
  responses: { 204: { description: "It works no more" }, ...errorResponses(401, 403, 404, 429) },
});

/** Links that show a post before it is published. */
export const adminPostPreviews = () =>
  resource()
    .openapi(list, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await listPreviews(deps.context, actor, c.req.valid("param").id), 200);
    })
    .openapi(make, async (c) => {
      const { deps, actor } = c.var;
      const wanted = { ...c.req.valid("json"), postId: c.req.valid("param").id };
      return c.json(await sharePreview(deps.context, actor, wanted, deps.settings.site().url), 201);
    })
    .openapi(end, async (c) => {
      const { id: postId, preview } = c.req.valid("param");
      await endPreview(c.var.deps.context, c.var.actor, { postId, id: preview });
      return c.body(null, 204);
    });
