import { z } from "@hono/zod-openapi";
import { invalid } from "../../domain/errors.ts";
import { fileName, type Media, mediaChanges, mediaFetch } from "../../domain/media/picture.ts";
import { defineTool } from "./tool.ts";

/** Not only invisible characters: the API takes an empty one for decorative pictures. */
const alt = mediaChanges.shape.alt
  .unwrap()
  .refine((text) => text.length > 0, "is required")
  .meta({ description: "What it shows" });

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

export const uploadPicture = defineTool({
  name: "upload_picture",
  title: "Upload an image",
  description:
    "Adds an image to the media library: JPEG, PNG, WebP, AVIF or GIF, from a public `address` or as `base64` with a `name`. Put its url into " +
    "the text, or give it as featured_image.",
  input: z.strictObject({
    address: mediaFetch.shape.address.optional().meta({ description: "Of the image on another site" }),
    base64: z.string("must be text").refine(isBase64, "must be base64").optional().meta({ description: "The file" }),
    name: fileName.optional().meta({ description: "The file’s name, with base64" }),
    alt,
  }),
  operations: ["fetchPicture", "uploadPicture", "updatePicture"],
  isRead: false,
  async run({ address, base64, name, alt: text }, { call }) {
    if ((address === undefined) === (base64 === undefined))
      throw invalid("No image was added", [{ field: "address", rule: "must be given, or base64, and not both" }]);
    const added =
      base64 === undefined
        ? await call<Media>("fetchPicture", { body: { address } })
        : await call<Media>("uploadPicture", {
            query: { name: name ?? "picture" },
            file: Uint8Array.from(Buffer.from(base64, "base64")),
          });
    // A picture that was fetched before may be described already.
    const described = added.alt ? added : await call<Media>("updatePicture", { params: { id: added.id }, body: { alt: text } });
    const { id, url, width, height, alt: said } = described;
    return { text: `The image ${id} is at ${url}, ${width} × ${height} pixels.`, data: { id, url, width, height, alt: said } };
  },
});
