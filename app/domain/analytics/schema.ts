import { z } from "zod";
import { HELD_AT_ONCE, RETENTION_MONTHS, RULE_KINDS, readRule, TRAFFIC_MESSAGES, VERDICTS } from "./traffic/traffic-model.ts";

const NOT_TEXT = "must be text without NUL characters or broken ones";

/** A new rule; its value is written in one way whatever was typed. */
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

/** What the owner decides about collecting. */
export const trafficOptions = z.strictObject({
  retention_months: z
    .int(TRAFFIC_MESSAGES.retention)
    .min(RETENTION_MONTHS.min, TRAFFIC_MESSAGES.retention)
    .max(RETENTION_MONTHS.max, TRAFFIC_MESSAGES.retention),
  count_admins: z.boolean("must be true or false"),
});

const HELD_IDS = `must be 1 to ${HELD_AT_ONCE} ids of held hits`;
/** Hits of the quarantine by their ids. */
const heldIds = z
  .array(z.string(HELD_IDS).regex(/^[1-9][0-9]{0,17}$/, HELD_IDS), HELD_IDS)
  .min(1, HELD_IDS)
  .max(HELD_AT_ONCE, HELD_IDS);

export const heldRelease = z.strictObject({
  ids: heldIds,
  allow: z.enum(["user_agent", "network"], "must be one of user_agent, network").optional(),
});
export type HeldRelease = z.infer<typeof heldRelease>;

export const heldBlock = z.strictObject({ ids: heldIds, by: z.enum(RULE_KINDS, `must be one of ${RULE_KINDS.join(", ")}`) });
export type HeldBlock = z.infer<typeof heldBlock>;
