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
