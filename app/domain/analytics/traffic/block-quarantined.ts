import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Actor } from "../../auth/model.ts";
import { authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { invalid, notFound } from "../../errors.ts";
import { analyticsPolicy } from "../analytics.policy.ts";
import type { HeldBlock } from "../schema.ts";
import { heldTraits } from "./held.sql.ts";
import { type RulesChange, replaceRules, TRAFFIC_WRITES } from "./traffic-rules.ts";
import { ruleValues } from "./trait-rules.ts";

const NONE = {
  user_agent: "None of these hits has a user agent",
  network: "None of these hits has a network",
  referrer: "None of these hits came from another site",
} as const;

/**
 * Blocks whoever sent these hits, by what they have in common with others: their user agents, networks or referrers. The recorded
 * visits of the last 30 days that the new rules are about go into quarantine, too.
 * @param timezone IANA name: where the days begin
 * @throws DomainError `forbidden`; PGRST116 when none of them is held any more; `invalid_input` when there is nothing to make a rule of, or it would concern everybody
 */
export async function blockQuarantined(
  ctx: Context,
  actor: Actor,
  { ids, by }: HeldBlock,
  timezone: string,
): Promise<RulesChange> {
  authorize(actor, analyticsPolicy.decide);
  return withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const traits = await heldTraits(db, ids);
    if (traits.length === 0) throw notFound("Held hit");
    const values = ruleValues(by, traits);
    if (values.length === 0) throw invalid("Some of the input can't be taken", [{ field: "by", rule: NONE[by] }]);
    const rules = values.map((value) => ({ kind: by, value, verdict: "block" }) as const);
    return replaceRules({ ...ctx, db }, actor, rules, timezone);
  });
}
