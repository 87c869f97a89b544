import { z } from "zod";
import { RULE_KINDS, VERDICTS } from "../hit-rules.ts";
import {
  QUARANTINE_AT_ONCE,
  QUARANTINE_CAP,
  QUARANTINE_REASON_CAP,
  QUARANTINE_REASONS,
  QUARANTINE_SEARCH_CAP,
  RETENTION_MONTHS,
  readRule,
  TRAFFIC_MESSAGES,
} from "./traffic-rules.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";

/** Its value is normalized. */
export const newRule = z
  .strictObject({
    kind: z.enum(RULE_KINDS, `must be one of ${RULE_KINDS.join(", ")}`),
    value: z
      .string(TRAFFIC_MESSAGES.valueRequired)
      .max(2048, "must have at most 2048 characters")
      .refine((text) => !text.includes("\0") && text.isWellFormed(), NOT_TEXT),
    verdict: z.enum(VERDICTS, `must be one of ${VERDICTS.join(", ")}`),
  })
  .superRefine(({ kind, value }, context) => {
    const read = readRule(kind, value);
    if ("fault" in read) context.addIssue({ code: "custom", path: ["value"], message: TRAFFIC_MESSAGES[read.fault] });
  });
export type NewRule = z.infer<typeof newRule>;

export const trafficOptions = z.strictObject({
  retention_months: z
    .int(TRAFFIC_MESSAGES.retention)
    .min(RETENTION_MONTHS.min, TRAFFIC_MESSAGES.retention)
    .max(RETENTION_MONTHS.max, TRAFFIC_MESSAGES.retention),
  count_admins: z.boolean("must be true or false"),
});
export type TrafficOptions = z.infer<typeof trafficOptions>;

const IDS_RULE = `must be 1 to ${QUARANTINE_AT_ONCE} ids of quarantined hits`;
const hitIds = z
  .array(z.string(IDS_RULE).regex(/^[1-9][0-9]{0,17}$/, IDS_RULE), IDS_RULE)
  .min(1, IDS_RULE)
  .max(QUARANTINE_AT_ONCE, IDS_RULE);

export const quarantineRelease = z.strictObject({
  ids: hitIds,
  allow: z.enum(["user_agent", "network"], "must be one of user_agent, network").optional(),
});
export type QuarantineRelease = z.infer<typeof quarantineRelease>;

export const quarantineBlock = z.strictObject({ ids: hitIds, by: z.enum(RULE_KINDS, `must be one of ${RULE_KINDS.join(", ")}`) });
export type QuarantineBlock = z.infer<typeof quarantineBlock>;

const count = z.number().int();
const atLeastNone = count.meta({ minimum: 0 });
const time = z.string().meta({ format: "date-time" });

const quarantinedHit = z
  .object({
    id: z.string().meta({ description: "A number, in decimal" }),
    at: time,
    reason: z.string().meta({ description: `Why it isn’t counted: ${QUARANTINE_REASONS.join(", ")}` }),
    network: z.string().nullable().meta({ description: "The IP address without its last part" }),
    user_agent: z.string(),
    path: z.string().meta({ description: "The page that it was about, decoded" }),
    referrer: z.string().nullable(),
  })
  .meta({ id: "HeldHit" });
export type QuarantinedHit = z.infer<typeof quarantinedHit>;

export const quarantinePage = z
  .object({
    items: z.array(quarantinedHit),
    total: atLeastNone,
    total_is_capped: z
      .boolean()
      .meta({ description: `There are more than ${QUARANTINE_CAP}, or ${QUARANTINE_SEARCH_CAP} when searched` }),
    page: atLeastNone,
    pages: atLeastNone,
    limit: atLeastNone,
    counts: z
      .array(z.object({ reason: z.string(), count: atLeastNone }))
      .meta({ description: `The number of hits for each reason in the whole quarantine, up to ${QUARANTINE_REASON_CAP}` }),
  })
  .meta({ id: "HeldHitPage" });
export type QuarantinePage = z.infer<typeof quarantinePage>;

const trafficRule = z
  .object({
    id: z.guid().toLowerCase().meta({ format: "uuid", example: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c" }),
    kind: z.enum(RULE_KINDS),
    value: z.string().meta({
      description: "Part of a user agent, in any case; a network with all its addresses; or a host with its subdomains",
    }),
    verdict: z.enum(VERDICTS),
    created_at: time,
  })
  .meta({ id: "TrafficRule" });
export type TrafficRule = z.infer<typeof trafficRule>;
export const trafficRules = z.object({ items: z.array(trafficRule) }).meta({ id: "TrafficRules" });

export const trafficRuled = z
  .object({
    rules: z.array(trafficRule),
    held_visits: count.meta({ minimum: 0, description: "Recorded visits of the last 30 days that went into quarantine" }),
  })
  .meta({ id: "TrafficRuled" });
export type RulesChange = z.infer<typeof trafficRuled>;

export const quarantineReleased = z
  .object({
    released: count.meta({ minimum: 0, description: "Hits that are now counted; unknown ids are ignored" }),
    rules: z.array(trafficRule).meta({ description: "What is allowed from now on" }),
  })
  .meta({ id: "HeldHitsReleased" });
export type Released = z.infer<typeof quarantineReleased>;

export const collectingOptions = z
  .object({
    retention_months: count.meta({ description: "How long single visits are kept; rollups stay" }),
    count_admins: z.boolean().meta({ description: "Whether admins’ own visits count" }),
  } satisfies Record<keyof TrafficOptions, z.ZodType>)
  .meta({ id: "CollectingOptions" });

const asOf = time.meta({ description: "The time up to which the figures are complete" });
export const figuresFreshness = z.object({ as_of: asOf }).meta({ id: "FiguresFreshness" });
export const figuresRequested = z
  .object({ requested_at: time.meta({ description: "The hits that were waiting then have been processed" }), as_of: asOf })
  .meta({ id: "FiguresRequested" });
