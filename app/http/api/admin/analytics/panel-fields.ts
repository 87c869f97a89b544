import { z } from "@hono/zod-openapi";
import {
  CUSTOM_DAYS_MAX,
  DEFAULT_RANGE,
  type DrillName,
  PANEL_LIMIT,
  PANEL_LIMIT_MAX,
  RANGES,
  type RangeChoice,
} from "../../../../domain/analytics/analytics-rules.ts";
import { HIT_LIMITS } from "../../../../domain/analytics/hit-rules.ts";
import { oneOf, wholeNumber } from "../../fields.ts";

const RANGE_NAMES = [...RANGES, "custom"] as const;
const RANGE_RULE = `must be one of ${RANGE_NAMES.join(", ")}`;
const DAY_RULE = "must be a day such as 2026-01-31";

const day = (which: string) =>
  z.iso
    .date(DAY_RULE)
    .optional()
    .openapi({
      type: "string",
      format: "date",
      description: `The ${which} day of the range \`custom\`, which has at most ${CUSTOM_DAYS_MAX} days and none in the future`,
      example: "2025-01-31",
    });

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
const text = (max: number) => {
  const rule = `must have 1 to ${max} characters`;
  return z.string().min(1, rule).max(max, rule).refine(isStorable, "must be text without NUL characters or broken ones");
};

export const RANGE_QUERY = {
  range: oneOf(
    RANGE_NAMES,
    RANGE_RULE,
    `A number of days up to today, \`yesterday\`, \`last-week\` (Monday to Sunday) or \`custom\`; \`${DEFAULT_RANGE}\` unless given. Days are in the site’s timezone.`,
    DEFAULT_RANGE,
  ).optional(),
  from: day("first"),
  to: day("last"),
};

const DRILL_QUERY = {
  page: text(300)
    .regex(/^\//, "must be a path of the site, such as /about")
    .optional()
    .openapi({ description: "Only this page", example: "/about" }),
  source: text(100).optional().openapi({ description: "Only visits from this source", example: "Google" }),
  country: text(100).optional().openapi({ description: "Only visits from this country", example: "Germany" }),
} satisfies Record<DrillName, z.ZodType>;

export const PANEL_QUERY = { ...RANGE_QUERY, ...DRILL_QUERY };

/** As links carry it. */
export const utm = (name: "campaign" | "source", example: string) =>
  text(HIT_LIMITS.source).openapi({ description: `The links’ \`utm_${name}\``, example });

export const panelLimit = wholeNumber(PANEL_LIMIT_MAX, `The most entries; ${PANEL_LIMIT} unless given`, PANEL_LIMIT).optional();

type Asked = Partial<RangeChoice>;

export const withRange = <Q extends Asked>(query: Q): Q & Pick<RangeChoice, "range"> => ({
  ...query,
  range: query.range ?? DEFAULT_RANGE,
});
