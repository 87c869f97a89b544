import { z } from "zod";
import { checkName } from "../name-rules.ts";
import { component, count, EXAMPLE, id, isStorable, NOT_TEXT, pagedShape } from "../schema-fields.ts";
import { TAG_MESSAGES, TAG_NAME_MAX } from "./tag-rules.ts";

/** The slug follows from the name. */
export const tagChanges = z.strictObject({
  name: z
    .string(TAG_MESSAGES.nameRequired)
    .trim()
    .min(1, TAG_MESSAGES.nameRequired)
    .max(TAG_NAME_MAX, `must have at most ${TAG_NAME_MAX} characters`)
    .refine(isStorable, NOT_TEXT)
    .superRefine(checkName()),
});

export const tagMerge = z.strictObject({ into: z.guid("must be a tag’s id").toLowerCase() });

const stored = { id, name: z.string(), slug: z.string() };

export const tag = component("Tag", z.object({ ...stored, posts_count: z.number().int().describe("Published articles") }), {
  id: EXAMPLE.id,
  name: "Habits",
  slug: "habits",
  posts_count: 3,
});
export type Tag = z.infer<typeof tag>;

export type TagRef = Pick<Tag, "name" | "slug">;

export const adminTag = component(
  "AdminTag",
  z.object({
    ...stored,
    created_at: z.string().meta({ format: "date-time" }),
    posts_count: count.describe("Posts of every status"),
    published_count: count,
  }),
  { id: EXAMPLE.id, name: "Habits", slug: "habits", created_at: EXAMPLE.date, posts_count: 3, published_count: 2 },
);
export type AdminTag = z.infer<typeof adminTag>;

export const adminTagPage = component("AdminTagPage", pagedShape(adminTag));
export type AdminTagPage = z.infer<typeof adminTagPage>;
