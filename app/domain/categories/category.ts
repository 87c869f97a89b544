import { z } from "zod";
import { ALT_MAX, mediaAt } from "../media/media-rules.ts";
import { checkName } from "../name-rules.ts";
import { component, count, EXAMPLE, id, isStorable, NOT_TEXT, pagedShape, plain } from "../schema-fields.ts";
import { CATEGORY_LIMITS, DEFAULT_CATEGORY_COLOR } from "./category-rules.ts";

export const CATEGORY_MESSAGES = {
  nameRequired: "Name is required",
  slugRequired: "Slug is required",
  slugCharacters: "Slug can only contain lowercase letters, numbers, and hyphens",
  slugTaken: "A category with this slug already exists. Please choose a different slug.",
  color: "Color must be of the form #rrggbb",
  picture: "Image must be in this site’s media library",
} as const;

const text = (max: number, otherwise = NOT_TEXT) =>
  z.string(otherwise).trim().max(max, `must have at most ${max} characters`).refine(isStorable, NOT_TEXT);

const categoryFields = z.strictObject({
  name: text(CATEGORY_LIMITS.name, CATEGORY_MESSAGES.nameRequired)
    .min(1, CATEGORY_MESSAGES.nameRequired)
    .superRefine(checkName()),
  slug: text(CATEGORY_LIMITS.slug, CATEGORY_MESSAGES.slugRequired)
    .min(1, CATEGORY_MESSAGES.slugRequired)
    .regex(/^[a-z0-9-]*$/, CATEGORY_MESSAGES.slugCharacters),
  description: text(CATEGORY_LIMITS.description),
  color: z
    .string(CATEGORY_MESSAGES.color)
    .regex(/^#[0-9a-f]{6}$/i, CATEGORY_MESSAGES.color)
    .toLowerCase(),
  heading: text(CATEGORY_LIMITS.heading)
    .superRefine(checkName())
    .meta({ description: "The heading of its page; empty for its name" }),
  intro: text(CATEGORY_LIMITS.intro).meta({ description: "A text on its page; blank lines separate paragraphs" }),
  picture: z
    .string(CATEGORY_MESSAGES.picture)
    .refine((value) => mediaAt(value) !== null, CATEGORY_MESSAGES.picture)
    .nullable()
    .meta({ description: "An image of the media library on its page; null for its drawing" }),
  picture_alt: text(ALT_MAX),
});

/** The slug is by default the one that the name suggests. */
export const categoryInput = categoryFields.extend({
  slug: categoryFields.shape.slug.optional(),
  description: categoryFields.shape.description.default(""),
  color: categoryFields.shape.color.default(DEFAULT_CATEGORY_COLOR),
  heading: categoryFields.shape.heading.default(""),
  intro: categoryFields.shape.intro.default(""),
  picture: categoryFields.shape.picture.default(null),
  picture_alt: categoryFields.shape.picture_alt.default(""),
});
export type CategoryInput = z.infer<typeof categoryInput>;

export const categoryChanges = categoryFields.partial();
export type CategoryChanges = z.infer<typeof categoryChanges>;

const stored = {
  id,
  ...plain(categoryFields, ["name", "slug", "description"]),
  color: z.string().describe("`#rrggbb`, lower case"),
};

export const category = component(
  "Category",
  z.object({ ...stored, posts_count: z.number().int().describe("Published articles") }),
  {
    id: EXAMPLE.id,
    name: "Wellness",
    slug: "wellness",
    description: "Body and mind, kindly treated.",
    color: "#22c55e",
    posts_count: 1,
  },
);
export type Category = z.infer<typeof category>;

/** In place of name and drawing. */
export const categoryPage = z.object({
  heading: z.string(),
  intro: z.string().meta({ description: "Paragraphs, separated by blank lines" }),
  picture: z
    .object({
      url: z.string(),
      alt: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      focus: z.object({ x: z.number(), y: z.number() }).optional().meta({ description: "Absent in the middle" }),
    })
    .nullable(),
});
export type CategoryPage = z.infer<typeof categoryPage>;

export type CategoryRef = Pick<Category, "id" | "name" | "slug" | "color">;

export const adminCategory = component(
  "AdminCategory",
  z.object({
    ...stored,
    ...plain(categoryFields, ["heading", "intro", "picture", "picture_alt"]),
    created_at: z.string().meta({ format: "date-time" }),
    posts_count: count.describe("Posts of every status"),
    published_count: count,
  }),
  {
    id: EXAMPLE.id,
    name: "Wellness",
    slug: "wellness",
    description: "Body and mind, kindly treated.",
    color: "#22c55e",
    heading: "",
    intro: "",
    picture: null,
    picture_alt: "",
    created_at: EXAMPLE.date,
    posts_count: 3,
    published_count: 1,
  },
);
export type AdminCategory = z.infer<typeof adminCategory>;

export const adminCategoryPage = component("AdminCategoryPage", pagedShape(adminCategory));
export type AdminCategoryPage = z.infer<typeof adminCategoryPage>;
