import { z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import type { Actor } from "../../../domain/auth/model.ts";
import { deleteMedia, emptyTrash } from "../../../domain/media/delete-media.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import type { MediaAction } from "../../../domain/media/media-rules.ts";
import { mediaBulk } from "../../../domain/media/picture.ts";
import { restoreMedia } from "../../../domain/media/restore-media.ts";
import { type Trashed, trashMany } from "../../../domain/media/trash-media.ts";
import type { AppEnv, Deps } from "../../env.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";

const count = z.number().int().openapi({ minimum: 0 });

const result = z
  .object({
    changed: count,
    unchanged: count.openapi({ description: "Stood so already, or are gone" }),
    in_use: count.openapi({ description: "Stay where they are, because a post shows them" }),
  })
  .openapi("MediaBulkResult");

const change = createRoute({
  ...operation("Media", mediaPolicy.update),
  operationId: "bulkUpdatePictures",
  method: "post",
  path: "/admin/media/bulk",
  summary: "Move many pictures to the trash, restore or delete them",
  description:
    "Up to 500 pictures. `trash` leaves those alone that a post shows; `delete` deletes for good what is in the trash, and nothing else.",
  request: { query: noQuery, body: jsonBody(mediaBulk, { ids: [EXAMPLE.id], action: "trash" as const }) },
  responses: {
    200: json(result, "What was done", { changed: 1, unchanged: 0, in_use: 0 }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

const empty = createRoute({
  ...operation("Media", mediaPolicy.delete),
  operationId: "emptyPictureTrash",
  method: "delete",
  path: "/admin/media/trash",
  summary: "Empty the trash of pictures",
  description: "Deletes every picture in the trash with all of its copies, for good.",
  request: { query: noQuery },
  responses: {
    200: json(z.object({ deleted: count }).openapi("EmptiedMediaTrash"), "They are gone", { deleted: 3 }),
    ...errorResponses(401, 403, 404, 429),
  },
});

const ACTIONS: Record<MediaAction, (deps: Deps, actor: Actor, ids: string[]) => Promise<Trashed>> = {
  trash: ({ context }, actor, ids) => trashMany(context, actor, ids),
  restore: ({ context }, actor, ids) => restoreMedia(context, actor, ids),
  delete: ({ context, media }, actor, ids) => deleteMedia(context, media, actor, ids),
};

/** What was hidden, or is no longer, is so at once in this process; the others hear of it. */
const told = (c: HonoContext<AppEnv>) => c.var.hiddenMedia.renew();

/** The trash of the media library. */
export const adminMediaTrash = () =>
  resource()
    .openapi(change, async (c) => {
      const { ids, action } = c.req.valid("json");
      const done = await ACTIONS[action](c.var.deps, c.var.actor, ids);
      told(c);
      return c.json(done, 200);
    })
    .openapi(empty, async (c) => {
      const { context, media } = c.var.deps;
      const deleted = await emptyTrash(context, media, c.var.actor);
      told(c);
      return c.json({ deleted }, 200);
    });
