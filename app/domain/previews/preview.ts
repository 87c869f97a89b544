import { z } from "zod";
import { NOTE_LIMITS, PREVIEW_SPANS } from "./preview-rules.ts";

/** What no text of ours holds: control characters but line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const lengthOf = (value: string) => [...value].length;

/** Plain text of at most `max` characters, tidied; `what` begins the sentence that refuses it. */
const plain = (what: string, max: number) =>
  z
    .string(`${what} must be text`)
    .transform((value) =>
      value
        .replace(/\r\n?/g, "\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
    )
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), `${what} can't have control characters`)
    .refine((value) => lengthOf(value) <= max, `${what} can have at most ${max} characters`);

/** A note as its form sends it. */
export const noteInput = z.object({
  name: plain("Your name", NOTE_LIMITS.name).refine((value) => value !== "", "Please say who you are"),
  text: plain("A note", NOTE_LIMITS.text).refine((value) => value !== "", "A note can't be empty"),
  quote: plain("The passage", NOTE_LIMITS.quote),
});
export type NoteInput = z.infer<typeof noteInput>;

/** A link that is to be made. */
export const previewInput = z.strictObject({
  lasts: z.enum(PREVIEW_SPANS, `must be one of ${PREVIEW_SPANS.join(", ")}`),
  may_note: z.boolean("must be true or false"),
});
export type PreviewInput = z.infer<typeof previewInput>;

/** Whether a note is settled. */
export const noteChange = z.strictObject({ resolved: z.boolean("must be true or false") });
