import { z } from "zod";
import { ALT_MAX, MEDIA_SORTS, MESSAGES, NAME_MAX } from "./model.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";
const CONTROL = /\p{Cc}/u;

/** What can be changed of a picture. */
export const mediaChanges = z.strictObject({
  alt: z
    .string(NOT_TEXT)
    .trim()
    .max(ALT_MAX, MESSAGES.alt)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), NOT_TEXT),
});

/** What a file is called; folders before its name are left out. */
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

export const mediaSort = z.enum(MEDIA_SORTS, "must be created_at, name or bytes, with - before it for descending");

export type MediaChanges = z.infer<typeof mediaChanges>;
