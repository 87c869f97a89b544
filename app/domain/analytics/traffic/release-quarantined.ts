import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Actor } from "../../auth/model.ts";
import { authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { analyticsPolicy } from "../analytics.policy.ts";
import { countHits } from "../collecting/count-hits.ts";
import type { StoredHit } from "../model.ts";
import type { HeldRelease } from "../schema.ts";
import { heldTraits, takeHeld } from "./held.sql.ts";
import type { TrafficRule } from "./traffic-model.ts";
import { replaceRules, TRAFFIC_WRITES } from "./traffic-rules.ts";
import { ruleValues } from "./trait-rules.ts";

/** How many hits left the quarantine, and the rules that were made with it. */
export type Released = { released: number; rules: TrafficRule[] };

const figures = new Intl.NumberFormat("en-US");
const labelOf = (count: number) => (count === 1 ? "1 held hit" : `${figures.format(count)} held hits`);
const pagesOf = (hits: readonly StoredHit[]) => [...new Set(hits.map(({ path }) => path))].sort();

/**
 * Counts held hits after all, each at its own time, and forgets that they were held; their days are rolled up anew. Released
 * once, a hit is counted once, however often that is asked.
 * @param input `allow`: whoever sends the same user agent, or comes from the same network, is counted from now on
 * @param timezone IANA name: where the days begin
 * @throws DomainError `forbidden`; `invalid_input` when an allowance would concern everybody
 */
export async function releaseQuarantined(
  ctx: Context,
  actor: Actor,
  { ids, allow }: HeldRelease,
  timezone: string,
): Promise<Released> {
  authorize(actor, analyticsPolicy.decide);
  return withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const inside = { ...ctx, db };
    const values = allow ? ruleValues(allow, await heldTraits(db, ids)) : [];
    const hits = await takeHeld(db, ids);
    if (hits.length === 0) return { released: 0, rules: [] };
    await countHits(db, hits, { timezone });
    const entry = { action: "released", entity: "visits", entityId: null, label: labelOf(hits.length) } as const;
    await recordAudit(inside, actor, { ...entry, before: null, after: { hits: hits.length, pages: pagesOf(hits) } });
    const rules = values.map((value) => ({ kind: allow ?? "network", value, verdict: "allow" }) as const);
    return { released: hits.length, rules: (await replaceRules(inside, actor, rules, timezone)).rules };
  });
}
