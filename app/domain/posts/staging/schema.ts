import { z } from "zod";
import { POST_STATUSES } from "../model.ts";
import { articleText, text } from "../schema.ts";
import { STAGING_LIMITS } from "./model.ts";

const line = text(STAGING_LIMITS.lineMax);
const version = z.int("must be a whole number");

/** A form on its way: sizes and types, and nothing else that saving asks for. */
const writing = z.strictObject(
  {
    title: line,
    slug: line,
    description: line,
    excerpt: line,
    content: articleText(),
    content_format: z.enum(["html", "markdown"], "must be html or markdown"),
    status: z.enum(POST_STATUSES, "must be draft, published or archived"),
    featured: z.boolean("must be true or false"),
    category_id: z.guid("must be a UUID").toLowerCase().nullable(),
    tags: z
      .array(text(STAGING_LIMITS.tagMax), "must be a list of names")
      .max(STAGING_LIMITS.tagsMax, `must be at most ${STAGING_LIMITS.tagsMax} tags`),
    featured_image: text(STAGING_LIMITS.addressMax).nullable(),
    featured_image_alt: line,
  },
  "must be a post as the form has it",
);

const known = version.min(0, "must be a whole number from 0 on");

/** Changes of a post. `version`: of the changes that were there, 0 for none; `base_version`: of the post that they are made from. */
export const editInput = z.strictObject({
  writing,
  version: known,
  base_version: version.min(1, "must be a whole number from 1 on"),
});

/** A new post on its way; `version` 0 begins it. */
export const unfinishedInput = z.strictObject({ writing, version: known });

export type EditInput = z.infer<typeof editInput>;
export type UnfinishedInput = z.infer<typeof unfinishedInput>;
