import { z } from "@hono/zod-openapi";
import { mediaPage as mediaPageShape, media as mediaShape, mediaUse } from "../../../domain/media/picture.ts";
import { EXAMPLE, id } from "../fields.ts";

export const media = mediaShape.extend({ id }).openapi("Media");

export const mediaInUse = media
  .extend({
    posts: z
      .array(mediaUse.extend({ id: id.nullable() }))
      .openapi({ description: "Posts that show it, 20 at most; while there are any it can't be deleted" }),
  })
  .openapi("MediaInUse");

export const mediaPage = mediaPageShape.extend({ items: z.array(media) }).openapi("MediaPage");

const at = (width: number, format: string) => `/media/${EXAMPLE.id}/${width}.${format}`;

export const exampleMedia = {
  id: EXAMPLE.id,
  name: "dawn.jpg",
  alt: "A field at dawn",
  width: 640,
  height: 360,
  bytes: 48_213,
  mime: "image/jpeg",
  url: at(640, "jpg"),
  variants: [
    { width: 480, height: 270, format: "avif" as const, url: at(480, "avif") },
    { width: 640, height: 360, format: "avif" as const, url: at(640, "avif") },
    { width: 480, height: 270, format: "webp" as const, url: at(480, "webp") },
    { width: 640, height: 360, format: "webp" as const, url: at(640, "webp") },
  ],
  focus: { x: 0.5, y: 0.35 },
  uses: 0,
  created_at: EXAMPLE.date,
  trashed_at: null,
};
