import { z } from "@hono/zod-openapi";
import { RULE_KINDS, VERDICTS } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { EXAMPLE, id } from "../../fields.ts";

export const trafficRule = z
  .object({
    id,
    kind: z.enum(RULE_KINDS),
    value: z.string().openapi({
      description: "Part of a user agent, whatever the case; a network, for every address in it; a host, also for all below it",
    }),
    verdict: z.enum(VERDICTS),
    created_at: z.string().openapi({ format: "date-time" }),
  })
  .openapi("TrafficRule");

/** What blocking does, beside the rules. */
export const ruled = z
  .object({
    rules: z.array(trafficRule),
    held_visits: z
      .number()
      .int()
      .openapi({ minimum: 0, description: "Recorded visits of the last 30 days that went into quarantine" }),
  })
  .openapi("TrafficRuled");

export const exampleRule = {
  id: EXAMPLE.id,
  kind: "user_agent" as const,
  value: "ExampleBot",
  verdict: "block" as const,
  created_at: EXAMPLE.date,
};
