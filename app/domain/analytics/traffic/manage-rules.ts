import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { duplicate, invalid, notFound } from "../../errors.ts";
import { analyticsPolicy } from "../analytics.policy.ts";
import type { Rule, RuleKind } from "../hit-rules.ts";
import { countRules, deleteRuleRow, putRule, type RuleRow, ruleAbout, ruleRows, takeBack } from "./traffic.sql.ts";
import type { NewRule, RulesChange, TrafficRule } from "./traffic.ts";
import { BLOCK_REACH_DAYS, RULES_MAX, readRule, TRAFFIC_MESSAGES } from "./traffic-rules.ts";

/** What a rule can be made of. */
type Traits = { network: string | null; user_agent: string; referrer: string | null };

/**
 * The values of rules about hits with these traits, each once; hits without the trait have none.
 * @throws DomainError `invalid_input`, naming the value, when one can't be a rule
 */
export function ruleValues(kind: RuleKind, traits: readonly Traits[]): string[] {
  const values = new Set<string>();
  for (const traitsOfHit of traits) {
    const raw = traitsOfHit[kind]?.trim();
    if (!raw) continue;
    const read = readRule(kind, raw);
    if ("fault" in read) {
      throw invalid("Some of the input is invalid", [{ field: "ids", rule: `${TRAFFIC_MESSAGES[read.fault]}: ${raw}` }]);
    }
    values.add(read.value);
  }
  return [...values];
}

const DAY_MS = 86_400_000;

const present = ({ created_at, ...row }: RuleRow): TrafficRule => ({ ...row, created_at: created_at.toISOString() });
const audited = ({ kind, value, verdict }: Rule) => ({ kind, value, verdict });

const refused = (rule: string) => invalid("Some of the input is invalid", [{ field: "value", rule }]);

/** The owner's rules, the newest first. */
export async function listRules(ctx: Context): Promise<{ items: TrafficRule[] }> {
  return { items: (await ruleRows(ctx.db)).map(present) };
}

/**
 * Adds rules, or changes the verdict of rules with the same values; call it under the lock `TRAFFIC_WRITES`. A block also moves the
 * recorded visits of the last 30 days to quarantine. Everything is logged.
 * @param timezone IANA name: where the days begin
 * @throws DomainError `invalid_input` when there are too many
 */
export async function replaceRules(ctx: Context, actor: Actor, rules: readonly Rule[], timezone: string): Promise<RulesChange> {
  const at = ctx.clock.now();
  const since = new Date(at.getTime() - BLOCK_REACH_DAYS * DAY_MS);
  const made: TrafficRule[] = [];
  let held_visits = 0;
  for (const rule of rules) {
    const before = await ruleAbout(ctx.db, rule.kind, rule.value);
    if (!before && (await countRules(ctx.db)) >= RULES_MAX) throw refused(TRAFFIC_MESSAGES.full);
    const row = await putRule(ctx.db, rule, at);
    const held = rule.verdict === "block" ? await takeBack(ctx.db, rule, { reason: "blocked", since, timezone }) : 0;
    const entry = {
      action: before ? "updated" : "created",
      entity: "traffic rule",
      entityId: row.id,
      label: rule.value,
    } as const;
    const after = { ...audited(rule), ...(held > 0 && { visits_held: held }) };
    await recordAudit(ctx, actor, { ...entry, before: before ? audited(before) : null, after });
    held_visits += held;
    made.push(present(row));
  }
  return { rules: made, held_visits };
}

/** The lock for changes of rules and of the quarantine, so that nothing is moved twice. */
export const TRAFFIC_WRITES = "analytics traffic";

/**
 * Adds a rule. A block also takes the recorded visits of the last 30 days into quarantine, from where they can be released.
 * @param timezone IANA name: where the days begin
 * @throws DomainError `forbidden`; `invalid_input`; 23505 when the same is ruled already
 */
export async function addRule(
  ctx: Context,
  actor: Actor,
  { kind, value, verdict }: NewRule,
  timezone: string,
): Promise<RulesChange> {
  authorize(actor, analyticsPolicy.manageRules);
  const read = readRule(kind, value);
  if ("fault" in read) throw refused(TRAFFIC_MESSAGES[read.fault]);
  return withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const before = await ruleAbout(db, kind, read.value);
    if (before?.verdict === verdict) throw duplicate("This rule already exists");
    return replaceRules({ ...ctx, db }, actor, [{ kind, value: read.value, verdict }], timezone);
  });
}

/** Deletes a rule; what it held stays in quarantine until it is released. @throws DomainError `forbidden`, or PGRST116 */
export async function deleteRule(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, analyticsPolicy.manageRules);
  await withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const row = await deleteRuleRow(db, id);
    if (!row) throw notFound("Rule");
    const entry = { action: "deleted", entity: "traffic rule", entityId: id, label: row.value } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(row), after: null });
  });
}
