import { z } from "zod";
import { TAG_MESSAGES, TAG_NAME_MAX } from "./model.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";

/** A tag's new name; its slug follows from it. */
export const tagChanges = z.strictObject({
  name: z
    .string(TAG_MESSAGES.nameRequired)
    .trim()
    .min(1, TAG_MESSAGES.nameRequired)
    .max(TAG_NAME_MAX, `must have at most ${TAG_NAME_MAX} characters`)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), NOT_TEXT),
});

/** The tag that another one goes up in. */
export const tagMerge = z.strictObject({ into: z.guid("must be a tag's id").toLowerCase() });
