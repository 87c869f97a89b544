import { z } from "@hono/zod-openapi";
import { SESSION_ID } from "../../domain/reader-session-rules.ts";

/** Example values that the documentation shows and its tests replay. */
export const EXAMPLE = {
  id: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c",
  session: "9f86d081884c7d659a2feaa0c55ad015",
  date: "2025-03-14T09:26:53.000Z",
} as const;

/** An id of one of our rows. */
export const id = z.guid("must be a UUID").toLowerCase().openapi({ format: "uuid", example: EXAMPLE.id });

const session = z
  .string()
  .regex(SESSION_ID, "must be 32 lower-case hex characters")
  .openapi({ example: EXAMPLE.session, description: "The reader's browser session: 32 lower-case hex characters" });

export const sessionHeader = z.object({ "x-session-id": session });

export const optionalSessionHeader = z.object({ "x-session-id": session.optional() });

/** A whole number as a query carries it: digits only, so neither `1e3` nor `0x10` nor `1.0`. */
export function wholeNumber(maximum: number, description: string, example: number) {
  const rule = `must be a whole number from 1 to ${maximum}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(1, rule).max(maximum, rule))
    .openapi({ type: "integer", minimum: 1, maximum, description, example });
}

/** No query parameters at all. */
export const noQuery = z.strictObject({});

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
