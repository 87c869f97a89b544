import { z } from "@hono/zod-openapi";
import { SESSION_ID } from "../../domain/reader-session-rules.ts";
import { EXAMPLE, exampleOf } from "../../domain/schema-fields.ts";

export const onePage = <S extends z.ZodType>(item: S, limit: number) => ({
  items: [exampleOf(item)],
  total: 1,
  page: 1,
  pages: 1,
  limit,
});

const session = z
  .string()
  .regex(SESSION_ID, "must be 32 lower-case hex characters")
  .openapi({ example: EXAMPLE.session, description: "The reader session: 32 lower-case hex characters" });

export const sessionHeader = z.object({ "x-session-id": session });

export const optionalSessionHeader = z.object({ "x-session-id": session.optional() });

/** Of anything that counts its changes. */
export const VERSION_MAX = 999_999_999;

/** Only digits, so neither `1e3` nor `0x10` nor `1.0`. */
export function wholeNumber(maximum: number, description: string, example: number) {
  const rule = `must be a whole number from 1 to ${maximum}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(1, rule).max(maximum, rule))
    .openapi({ type: "integer", minimum: 1, maximum, description, example });
}

export const noQuery = z.strictObject({});

/** The default of every list of the back office; the most is 100. */
export const LIST_LIMIT = 20;

const LIST_LIMIT_MAX = 100;

/** Pages beyond this are refused. */
const LIST_PAGE_MAX = 1_000_000;

const SEARCH_MAX = 200;

export const listPage = wholeNumber(LIST_PAGE_MAX, "Page, counted from 1", 1).optional();

export const listLimit = wholeNumber(LIST_LIMIT_MAX, "Rows per page", LIST_LIMIT).optional();

/** Part of a name, in any case. */
export const listSearch = z
  .string()
  .max(SEARCH_MAX, `must have at most ${SEARCH_MAX} characters`)
  .optional()
  .openapi({ description: "Part of the text to find; blank: no search", example: "mood" });

/** The input type is any text, so that a screen can pass on its own query. @param rule the message for words that aren't allowed */
export const oneOf = <const W extends readonly [string, ...string[]]>(
  words: W,
  rule: string,
  description: string,
  example: W[number],
) =>
  z
    .string()
    .pipe(z.enum(words, rule))
    .openapi({ type: "string", enum: [...words], description, example });
