import { z } from "zod";
import { ALT_MAX, MEDIA_ACTIONS, MEDIA_BULK_MAX, MEDIA_SORTS, MESSAGES, NAME_MAX } from "./model.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";
const NOT_ADDRESS = "must be a picture's address, beginning with https:// or http://";
const ADDRESS_MAX = 2000;
const CONTROL = /\p{Cc}/u;

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

const part = z.number(MESSAGES.focus).min(0, MESSAGES.focus).max(1, MESSAGES.focus);

/** What can be changed of a picture; what is left out stays. */
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

/** One thing done to many pictures. */
export const mediaBulk = z.strictObject({
  ids: z
    .array(z.guid("must be a list of ids").toLowerCase(), "must be a list of ids")
    .min(1, "must name at least one")
    .max(MEDIA_BULK_MAX, `must have at most ${MEDIA_BULK_MAX} ids`),
  action: z.enum(MEDIA_ACTIONS, `must be ${MEDIA_ACTIONS.join(", ")}`),
});

/** The address of a picture on another site. */
export const mediaFetch = z.strictObject({
  address: z
    .string(NOT_ADDRESS)
    .max(ADDRESS_MAX, `must have at most ${ADDRESS_MAX} characters`)
    .refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text) && !CONTROL.test(text) && text.isWellFormed(),
      NOT_ADDRESS,
    ),
});

export type MediaChanges = z.infer<typeof mediaChanges>;
