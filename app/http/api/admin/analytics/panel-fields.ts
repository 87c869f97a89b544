import { z } from "@hono/zod-openapi";
import { CUSTOM_DAYS_MAX, DEFAULT_RANGE, RANGES, type RangeName } from "../../../../domain/analytics/figures-model.ts";
import { PANEL_LIMIT, PANEL_LIMIT_MAX } from "../../../../domain/analytics/panels/panels-model.ts";
import { wholeNumber } from "../../fields.ts";
import { oneOf } from "../list-fields.ts";

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
      description: `The ${which} day of the range custom, at most ${CUSTOM_DAYS_MAX} days in all; none lies in the future`,
      example: "2025-01-31",
    });

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
const text = (max: number) => {
  const rule = `must have 1 to ${max} characters`;
  return z.string().min(1, rule).max(max, rule).refine(isStorable, "must be text without NUL characters or broken ones");
};

/** Which days a panel tells of: every panel of both screens takes these. */
export const RANGE_QUERY = {
  range: oneOf(
    RANGE_NAMES,
    RANGE_RULE,
    `A number of days up to today, or custom; ${DEFAULT_RANGE} unless given. Days begin by the site's clocks`,
    DEFAULT_RANGE,
  ).optional(),
  from: day("first"),
  to: day("last"),
};

/** What a panel is narrowed to; several together with "and". */
const DRILL_QUERY = {
  page: text(300)
    .regex(/^\//, "must be a path of the site, such as /about")
    .optional()
    .openapi({ description: "Only what happened at this address", example: "/about" }),
  source: text(100).optional().openapi({ description: "Only visits from this source", example: "Google" }),
  country: text(100).optional().openapi({ description: "Only visits from this country", example: "Germany" }),
};

export const PANEL_QUERY = { ...RANGE_QUERY, ...DRILL_QUERY };

/** Up to when the previous period counts. */
export const untilField = z
  .string()
  .nullable()
  .openapi({
    format: "date-time",
    description:
      "As long as the period's last day isn't over, the previous period's last day counts in the changes up to the same time of day: this " +
      "moment. null where all of it counts: the period is over, or the day's records are no longer kept",
  });

export const panelLimit = wholeNumber(PANEL_LIMIT_MAX, `Entries at most; ${PANEL_LIMIT} unless given`, PANEL_LIMIT).optional();

/** What every panel is asked for, once it came in. */
type Asked = { range?: RangeName | "custom" | undefined; from?: string | undefined; to?: string | undefined };

/** A query with its range filled in. */
export const withRange = <Q extends Asked>(query: Q): Q & { range: RangeName | "custom" } => ({
  ...query,
  range: query.range ?? DEFAULT_RANGE,
});

const count = z.number().int();
/** How many, and how many seconds. */
export const visitsField = count.openapi({ description: "Visits that began in the period" });
export const visitorsField = count.openapi({ description: "Visitors of each day, added up" });
export const viewsField = count.openapi({ description: "Page views" });
export const wholeCount = count;
export const isoDate = z.string().openapi({ format: "date" });
export const isoTime = z.string().openapi({ format: "date-time" });
