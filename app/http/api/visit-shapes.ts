import { z } from "@hono/zod-openapi";
import { HIT_KINDS, HIT_LIMITS, READERS, VISIT_PAUSE_MS } from "../../domain/analytics/model.ts";
import { SESSION_ID } from "../../domain/likes/model.ts";

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of: ${values.join(", ")}`);
const text = (max: number) => z.string("must be a string").max(max, `must have at most ${max} characters`);
const number = (max: number, rule: string) => z.number(rule).min(0, rule).max(max, rule);
const VIEW_RULE = "must be a whole number, from 0 to 4294967295";

/** What a page tells of itself; everything else the server knows. */
export const visitBody = z.strictObject({
  kind: oneOf(HIT_KINDS),
  session: z.string("must be a string").regex(SESSION_ID, "must be 32 lower-case hex characters"),
  url: text(HIT_LIMITS.url).regex(/^\/(?!\/)/, "must be a path of this site, with its query"),
  title: z.string("must be a string").optional(),
  referrer: z.string("must be a string").optional(),
  screen: z
    .string("must be a string")
    .regex(/^\d{1,5}x\d{1,5}$/, "must be width and height, as in 1920x1080")
    .optional(),
  timezone: text(HIT_LIMITS.timezone).optional(),
  who: oneOf(READERS).optional(),
  view: number(HIT_LIMITS.view, VIEW_RULE).int(VIEW_RULE).optional(),
  engaged: number(86_400, "must be seconds, from 0 to 86400").optional(),
  idle: number(VISIT_PAUSE_MS / 1000, "must be seconds, from 0 to 2100").optional(),
  scroll: number(100, "must be percent, from 0 to 100").optional(),
});
