import { z } from "zod";
import { BULK_ACTIONS, BULK_MAX, COMMENT_MAX, COMMENT_STATUSES, COMMENT_VIEWS, REPORT_REASON_MAX } from "./model.ts";

/** What no text of ours holds: control characters but line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const text = z.string("must be text").refine((value) => value.isWellFormed() && !value.includes("\0"), "must be text");

/** Lines end one way, no more than one is left empty between two, and nothing stands around. */
const tidy = (value: string) =>
  value
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const lengthOf = (value: string) => [...value].length;

/** What a comment says: plain text of 1 to 5000 characters. */
export const content = text
  .transform(tidy)
  .refine((value) => value !== "", "A comment can't be empty")
  .refine((value) => lengthOf(value) <= COMMENT_MAX, `A comment can have at most ${COMMENT_MAX} characters`)
  .refine((value) => !CONTROL.test(value), "A comment can't have control characters");

/** Why a reader reports a comment; may be left out. */
export const reason = text
  .transform(tidy)
  .refine((value) => lengthOf(value) <= REPORT_REASON_MAX, `A reason can have at most ${REPORT_REASON_MAX} characters`)
  .refine((value) => !CONTROL.test(value), "A reason can't have control characters");

/** The form's hidden field and its ticket: what comes in is looked at, never shown. */
export const hidden = text.refine((value) => value.length <= 200, "must have at most 200 characters");

export const commentStatus = z.enum(COMMENT_STATUSES, `must be one of ${COMMENT_STATUSES.join(", ")}`);
export const commentView = z.enum(COMMENT_VIEWS, `must be one of ${COMMENT_VIEWS.join(", ")}`);
export const bulkAction = z.enum(BULK_ACTIONS, `must be one of ${BULK_ACTIONS.join(", ")}`);

/** What a list or a bulk action is narrowed to by words. */
export const searchWords = text.refine((value) => value.length <= 200, "must have at most 200 characters");

/** Ids of one bulk action. */
export const bulkIds = z
  .array(z.guid("must be UUIDs").toLowerCase(), "must be a list of UUIDs")
  .min(1, "must have at least one id")
  .max(BULK_MAX, `must have at most ${BULK_MAX} ids`);
