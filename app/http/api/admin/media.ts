import { z } from "@hono/zod-openapi";
import { describeMedia } from "../../../domain/media/describe-media.ts";
import { listMedia, readMedia } from "../../../domain/media/list-media.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import { MEDIA_SHOWS, MEDIA_SORTS } from "../../../domain/media/media-rules.ts";
import { mediaChanges, mediaSort } from "../../../domain/media/picture.ts";
import { trashMedia } from "../../../domain/media/trash-media.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, oneOf } from "./list-fields.ts";
import { exampleMedia, media, mediaInUse, mediaPage } from "./media-shapes.ts";

const examplePage = {
  items: [exampleMedia],
  counts: { all: 1, unused: 1, undescribed: 0, trash: 0 },
  total: 1,
  page: 1,
  pages: 1,
  limit: LIST_LIMIT,
};

const params = z.object({ id: id.openapi({ description: "The picture's id" }) });

const list = createRoute({
  ...operation("Media", mediaPolicy.read),
  operationId: "listPictures",
  method: "get",
  path: "/admin/media",
  summary: "List pictures",
  description:
    "Uploaded pictures, the newest first unless asked otherwise; those in the trash by its filter alone. A page beyond the last " +
    "is empty and tells the right totals.",
  request: {
    query: z.strictObject({
      page: listPage,
      limit: listLimit,
      search: listSearch.openapi({ description: "Part of the name or of the alternative text", example: "dawn" }),
      show: oneOf(MEDIA_SHOWS, `must be one of ${MEDIA_SHOWS.join(", ")}`, "What to narrow the list to", "unused").optional(),
      sort: mediaSort.optional().openapi({ description: `One of ${MEDIA_SORTS.join(", ")}`, example: "-created_at" }),
    }),
  },
  responses: {
    200: json(mediaPage, "A page of pictures", examplePage),
    ...errorResponses(401, 403),
  },
});

const read = createRoute({
  ...operation("Media", mediaPolicy.read),
  operationId: "readPicture",
  method: "get",
  path: "/admin/media/{id}",
  summary: "Read a picture",
  description: "A picture, its copies, and the posts that show it.",
  request: { params, query: noQuery },
  responses: { 200: json(mediaInUse, "The picture", { ...exampleMedia, posts: [] }), ...errorResponses(401, 403, 404) },
});

const change = createRoute({
  ...operation("Media", mediaPolicy.update),
  operationId: "updatePicture",
  method: "patch",
  path: "/admin/media/{id}",
  summary: "Update a picture",
  description:
    "Changes its name, the alternative text that posts start from, and its focal point; what is left out stays. Posts that show the " +
    "picture keep the words they were saved with, and are cut by the new focal point at once.",
  request: { params, query: noQuery, body: jsonBody(mediaChanges, { alt: "A field at dawn", focus_x: 0.5, focus_y: 0.35 }) },
  responses: { 200: json(media, "The picture", exampleMedia), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

const remove = createRoute({
  ...operation("Media", mediaPolicy.delete),
  operationId: "deletePicture",
  method: "delete",
  path: "/admin/media/{id}",
  summary: "Delete a picture",
  description:
    "Moves a picture to the trash, where it stays for 30 days; its addresses answer 404. While a post shows it, that is refused with " +
    "409 (`in_use`), naming the posts.",
  request: { params, query: noQuery },
  responses: { 204: { description: "It is in the trash" }, ...errorResponses(401, 403, 404, 409, 429) },
});

/** The media library. */
export const adminMedia = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1, limit = LIST_LIMIT, search = "", show = "all", sort = "-created_at" } = c.req.valid("query");
      return c.json(await listMedia(c.var.deps.context, { page, limit, search, show, sort }), 200);
    })
    .openapi(read, async (c) => c.json(await readMedia(c.var.deps.context, c.req.valid("param").id), 200))
    .openapi(change, async (c) => {
      const { context } = c.var.deps;
      return c.json(await describeMedia(context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(remove, async (c) => {
      await trashMedia(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      c.var.hiddenMedia.renew();
      return c.body(null, 204);
    });
