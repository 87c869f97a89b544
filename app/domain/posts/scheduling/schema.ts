import { z } from "zod";
import { PLAN_KINDS } from "./model.ts";

/** A plan for a post. `at`: ISO 8601 with its offset, such as 2026-01-31T09:30:00Z. */
export const planInput = z.strictObject({
  kind: z.enum(PLAN_KINDS, "must be publish or update"),
  at: z.iso.datetime({ offset: true, error: "must be a time in ISO 8601 with its offset" }).transform((text) => new Date(text)),
  keep_published_at: z.boolean("must be true or false").default(false),
});

export type PlanInput = z.infer<typeof planInput>;
