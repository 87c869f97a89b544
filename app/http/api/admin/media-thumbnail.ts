import { z } from "@hono/zod-openapi";
import { openThumbnail } from "../../../domain/media/list-media.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import { errorResponses } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { resource } from "../resource.ts";

const read = createRoute({
  ...operation("Media", mediaPolicy.read),
  operationId: "readPictureThumbnail",
  method: "get",
  path: "/admin/media/{id}/thumbnail",
  summary: "Read a picture's thumbnail",
  description: "The smallest copy of a picture, also of one in the trash, whose own address answers 404.",
  request: { params: z.object({ id: id.openapi({ description: "The picture's id" }) }), query: noQuery },
  responses: {
    200: {
      description: "The picture",
      content: { "image/webp": { schema: z.any().openapi({ type: "string", format: "binary" }), example: "RIFF…WEBP" } },
    },
    ...errorResponses(401, 403, 404),
  },
});

/** Pictures in small, for the back office alone. */
export const adminMediaThumbnail = () =>
  resource().openapi(read, async (c) => {
    const { context, media } = c.var.deps;
    const file = await openThumbnail(context, media, c.var.actor, c.req.valid("param").id);
    const headers = { "content-type": "image/webp", "content-length": String(file.size) };
    if (c.req.method !== "HEAD") return c.body(await file.read(), 200, headers);
    await file.close();
    return c.body(null, 200, headers);
  });
