import { z } from "zod";
import { CATEGORY_LIMITS, CATEGORY_MESSAGES, DEFAULT_CATEGORY_COLOR } from "./model.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

const text = (max: number, otherwise = NOT_TEXT) =>
  z.string(otherwise).trim().max(max, `must have at most ${max} characters`).refine(isStorable, NOT_TEXT);

const fields = z.strictObject({
  name: text(CATEGORY_LIMITS.name, CATEGORY_MESSAGES.nameRequired).min(1, CATEGORY_MESSAGES.nameRequired),
  slug: text(CATEGORY_LIMITS.slug, CATEGORY_MESSAGES.slugRequired)
    .min(1, CATEGORY_MESSAGES.slugRequired)
    .regex(/^[a-z0-9-]*$/, CATEGORY_MESSAGES.slugCharacters),
  description: text(CATEGORY_LIMITS.description),
  color: z
    .string(CATEGORY_MESSAGES.color)
    .regex(/^#[0-9a-f]{6}$/i, CATEGORY_MESSAGES.color)
    .toLowerCase(),
});

/** A new category; without a slug it gets the one that its name suggests. */
export const categoryInput = fields.extend({
  slug: fields.shape.slug.optional(),
  description: fields.shape.description.default(""),
  color: fields.shape.color.default(DEFAULT_CATEGORY_COLOR),
});

/** Changes of a category: what is left out stays. */
export const categoryChanges = fields.partial();

export type CategoryInput = z.infer<typeof categoryInput>;
export type CategoryChanges = z.infer<typeof categoryChanges>;
