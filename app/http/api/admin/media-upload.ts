import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import { bytesOf } from "../../../domain/media/media-rules.ts";
import { fileName } from "../../../domain/media/picture.ts";
import { uploadMedia } from "../../../domain/media/upload-media.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";
import { exampleMedia, media } from "./media.ts";
import { bodyUpTo, fileTooLarge } from "./upload-body.ts";

/** The addresses whose bodies are no JSON and may be large. */
const UPLOADS = ["/api/admin/media", "/api/admin/imports"];

/** Whether a request brings a file. */
export const isUpload = (c: Context): boolean => c.req.method === "POST" && UPLOADS.includes(c.req.path);

const upload = createRoute({
  ...operation("Media", mediaPolicy.upload),
  operationId: "uploadPicture",
  method: "post",
  path: "/admin/media",
  summary: "Upload a picture",
  description:
    "The body is the file itself: JPEG, PNG, WebP, AVIF or GIF, told by its content, at most as large as the setting `maxUploadSize` " +
    "says. It is turned upright, freed of whatever the camera wrote into it, and copied as AVIF and WebP in up to four widths; " +
    "animations go on moving.",
  request: {
    query: z.strictObject({
      name: fileName.openapi({ type: "string", description: "What the file is called", example: "dawn.jpg" }),
    }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: z.any().openapi({ type: "string", format: "binary" }) } },
    },
  },
  responses: { 201: json(media, "The picture", exampleMedia), ...errorResponses(401, 404, ...WRITE_REFUSALS, 507) },
});

/** New pictures. */
export const adminMediaUpload = () =>
  resource().openapi(upload, async (c) => {
    const { context, media: store, settings } = c.var.deps;
    const { maxUploadSize } = settings.get();
    if (Number(c.req.header("content-length") ?? 0) > bytesOf(maxUploadSize)) throw fileTooLarge(maxUploadSize);
    const { name } = c.req.valid("query");
    const { signal } = c.req.raw;
    const body = bodyUpTo(maxUploadSize, c.req.raw.body);
    return c.json(await uploadMedia(context, store, c.var.actor, { name, body, signal }), 201);
  });
