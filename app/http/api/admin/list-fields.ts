import { z } from "@hono/zod-openapi";
import { wholeNumber } from "../fields.ts";

/** Page and size of every list of the back office: 20 to a page unless asked otherwise, 100 at most. */
export const LIST_LIMIT = 20;
const LIST_LIMIT_MAX = 100;
/** Pages beyond this are refused, not searched for. */
const LIST_PAGE_MAX = 1_000_000;
const SEARCH_MAX = 200;

export const listPage = wholeNumber(LIST_PAGE_MAX, "Page, counted from 1", 1).optional();
export const listLimit = wholeNumber(LIST_LIMIT_MAX, "Rows per page", LIST_LIMIT).optional();

/** What is searched for: a part of a name, whatever the case. */
export const listSearch = z
  .string()
  .max(SEARCH_MAX, `must have at most ${SEARCH_MAX} characters`)
  .optional()
  .openapi({ description: "Part of what is looked for; blank: no search", example: "mood" });

/**
 * One of a few words, as an address carries it: any text comes in, so that a screen can hand on what stands in its own address.
 * @param words what is taken. @param rule what is said of everything else
 */
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
