import { z } from "zod";
import { component, count, EXAMPLE, exampleOf, id, pagedShape } from "../schema-fields.ts";
import { MEDIA_KINDS } from "./file-rules.ts";
import { MESSAGES } from "./media-message-rules.ts";
import { ALT_MAX, MEDIA_ACTIONS, MEDIA_BULK_MAX, MEDIA_SORTS, NAME_MAX } from "./media-rules.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";
const NOT_ADDRESS = "must be an image’s URL, beginning with https:// or http://";
const ADDRESS_MAX = 2000;
const CONTROL = /\p{Cc}/u;

/** Without its folders. */
export const fileName = z
  .string("must be text")
  .transform((name) => name.replace(/^.*[\\/]/s, "").trim())
  .pipe(
    z
      .string()
      .min(1, "is required")
      .max(NAME_MAX, `must have at most ${NAME_MAX} characters`)
      .refine((name) => name.isWellFormed() && !CONTROL.test(name), "must be a single line of text"),
  );

const part = z.number(MESSAGES.focus).min(0, MESSAGES.focus).max(1, MESSAGES.focus);

/** Omitted fields stay. */
export const mediaChanges = z
  .strictObject({
    name: fileName,
    alt: z
      .string(NOT_TEXT)
      .trim()
      .max(ALT_MAX, MESSAGES.alt)
      .refine((text) => !text.includes("\0") && text.isWellFormed(), NOT_TEXT),
    focus_x: part,
    focus_y: part,
  })
  .partial();

export const mediaSort = z.enum(MEDIA_SORTS, "must be created_at, name or bytes, with - before it for descending");

export const mediaBulk = z.strictObject({
  ids: z
    .array(z.guid("must be a list of ids").toLowerCase(), "must be a list of ids")
    .min(1, "must name at least one")
    .max(MEDIA_BULK_MAX, `must have at most ${MEDIA_BULK_MAX} ids`),
  action: z.enum(MEDIA_ACTIONS, `must be ${MEDIA_ACTIONS.join(", ")}`),
});

export const mediaFetch = z.strictObject({
  address: z
    .string(NOT_ADDRESS)
    .max(ADDRESS_MAX, `must have at most ${ADDRESS_MAX} characters`)
    .refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text) && !CONTROL.test(text) && text.isWellFormed(),
      NOT_ADDRESS,
    ),
});

/** To be cropped around its focal point. */
export const croppedPicture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  focus: z.object({ x: z.number(), y: z.number() }).optional().meta({ description: "Absent in the middle" }),
});

export type CroppedPicture = z.infer<typeof croppedPicture>;

export type MediaChanges = z.infer<typeof mediaChanges>;

const pixels = z.int().meta({ minimum: 1, description: "Pixels" });
const share = z.number().meta({ minimum: 0, maximum: 1 });

const exampleUrl = (file: string) => `/media/${EXAMPLE.id}/${file}`;

export const media = component(
  "Media",
  z.object({
    id,
    kind: z.enum(MEDIA_KINDS),
    name: z.string().describe("The name of the file"),
    alt: z.string().describe("Alternative text of an image"),
    width: pixels.nullable().describe("Pixels; null unless it is an image"),
    height: pixels.nullable().describe("Pixels; null unless it is an image"),
    bytes: z.int().meta({ minimum: 1, description: "Of the file or of the whole image, as stored" }),
    mime: z.string().meta({ example: "image/jpeg" }),
    url: z.string().describe("The file, or the whole image, at most 2560 pixels wide"),
    variants: z
      .array(z.object({ width: pixels, height: pixels, format: z.enum(["avif", "webp"]), url: z.string() }))
      .describe("Smaller copies of an image; animated ones have only WebP"),
    focus: z.object({ x: share, y: share }).describe("The focal point: its distance from the left and from the top, from 0 to 1"),
    uses: count.describe("How many posts, categories and looks show it"),
    created_at: z.string().meta({ format: "date-time" }),
    trashed_at: z.string().nullable().meta({ format: "date-time", description: "When it was moved to the trash" }),
  }),
  {
    id: EXAMPLE.id,
    kind: "picture",
    name: "dawn.jpg",
    alt: "A field at dawn",
    width: 640,
    height: 360,
    bytes: 48_213,
    mime: "image/jpeg",
    url: exampleUrl("640.jpg"),
    variants: [
      { width: 480, height: 270, format: "avif", url: exampleUrl("480.avif") },
      { width: 640, height: 360, format: "avif", url: exampleUrl("640.avif") },
      { width: 480, height: 270, format: "webp", url: exampleUrl("480.webp") },
      { width: 640, height: 360, format: "webp", url: exampleUrl("640.webp") },
    ],
    focus: { x: 0.5, y: 0.35 },
    uses: 0,
    created_at: EXAMPLE.date,
    trashed_at: null,
  },
);
export type Media = z.infer<typeof media>;

export type Picture = Media & { width: number; height: number };
export const isPicture = (item: Media): item is Picture => item.width !== null && item.height !== null;

/** What a page of another site says about itself. */
export const bookmark = component(
  "Bookmark",
  z.object({
    href: z.string().describe("The address of the page"),
    title: z.string(),
    description: z.string().describe("Empty if the page has none"),
    site: z.string().describe("The name of its site, or its host"),
    image: z.string().describe("The URL of its image, which is in the library now; empty if it has none or it can’t be fetched"),
  }),
  {
    href: "https://other.example/larks",
    title: "What larks sing",
    description: "And when they sleep",
    site: "Other Birds",
    image: exampleOf(media).url,
  },
);
export type FetchedBookmark = z.infer<typeof bookmark>;

/** `id` is null for a post that was never saved. */
const mediaUse = z.object({ id: id.nullable(), title: z.string(), status: z.string() });
export type MediaUse = z.infer<typeof mediaUse>;

export const mediaInUse = component(
  "MediaInUse",
  media.extend({
    posts: z
      .array(mediaUse)
      .describe("Posts, categories and the look that use it, at most 20; it can’t be deleted while there are any"),
  }),
  { ...exampleOf(media), posts: [] },
  media,
);

export const mediaPage = component(
  "MediaPage",
  pagedShape(media, count.describe("Images on all pages")).extend({
    counts: z
      .object({ all: count, unused: count, undescribed: count, trash: count })
      .describe("How many images match the search, by filter"),
    max_upload_size: z.number().describe("The setting: how large an uploaded file can be, in MB"),
  }),
);
export type MediaPage = z.infer<typeof mediaPage>;
export type MediaCounts = MediaPage["counts"];
