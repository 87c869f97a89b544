import { z } from "@hono/zod-openapi";
import { EXAMPLE, id } from "../fields.ts";

const part = z.number().openapi({ minimum: 0, maximum: 1 });
const pixels = z.number().int().openapi({ minimum: 1, description: "Pixels" });

export const media = z
  .object({
    id,
    name: z.string().openapi({ description: "What the file was called" }),
    alt: z.string().openapi({ description: "What it shows, for those who don't see it" }),
    width: pixels,
    height: pixels,
    bytes: z.number().int().openapi({ minimum: 1, description: "Of the whole picture, as it is kept" }),
    mime: z.string().openapi({ example: "image/jpeg" }),
    url: z.string().openapi({ description: "The whole picture, at most 2560 pixels a side" }),
    variants: z
      .array(z.object({ width: pixels, height: pixels, format: z.enum(["avif", "webp"]), url: z.string() }))
      .openapi({ description: "Smaller copies; a picture that moves has WebP alone" }),
    focus: z.object({ x: part, y: part }).openapi({
      description: "What stays in sight when the picture is cut: from the left and from the top, as parts of the whole",
    }),
    uses: z.number().int().openapi({ minimum: 0, description: "Posts that show it" }),
    created_at: z.string().openapi({ format: "date-time" }),
    trashed_at: z.string().nullable().openapi({ format: "date-time", description: "Since when it has been in the trash" }),
  })
  .openapi("Media");

export const mediaInUse = media
  .extend({
    posts: z
      .array(z.object({ id: id.nullable(), title: z.string(), status: z.string() }))
      .openapi({ description: "Posts that show it, 20 at most; while there are any it can't be deleted" }),
  })
  .openapi("MediaInUse");

const count = z.number().int().openapi({ minimum: 0 });

export const mediaPage = z
  .object({
    items: z.array(media),
    counts: z
      .object({ all: count, unused: count, undescribed: count, trash: count })
      .openapi({ description: "What the search finds, by filter" }),
    total: z.number().int().openapi({ description: "Pictures on all pages" }),
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int(),
  })
  .openapi("MediaPage");

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
