import { z } from "zod";
import { checkName } from "../name-rules.ts";
import { count, isStorable, NOT_TEXT, pagedShape } from "../schema-fields.ts";
import { TAG_MESSAGES, TAG_NAME_MAX } from "./tag-rules.ts";

/** A tag's new name; its slug follows from it. */
export const tagChanges = z.strictObject({
  name: z
    .string(TAG_MESSAGES.nameRequired)
    .trim()
    .min(1, TAG_MESSAGES.nameRequired)
    .max(TAG_NAME_MAX, `must have at most ${TAG_NAME_MAX} characters`)
    .refine(isStorable, NOT_TEXT)
    .superRefine(checkName()),
});

export const tagMerge = z.strictObject({ into: z.guid("must be a tag's id").toLowerCase() });

const stored = { id: z.string(), name: z.string(), slug: z.string() };

export const tag = z.object({ ...stored, posts_count: z.number().int().describe("Published articles") });
export type Tag = z.infer<typeof tag>;

export type TagRef = Pick<Tag, "name" | "slug">;

export const adminTag = z.object({
  ...stored,
  created_at: z.string().meta({ format: "date-time" }),
  posts_count: count.describe("Posts of every status"),
  published_count: count,
});
export type AdminTag = z.infer<typeof adminTag>;

export const adminTagPage = pagedShape(adminTag);
export type AdminTagPage = z.infer<typeof adminTagPage>;
