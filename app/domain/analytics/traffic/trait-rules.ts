import { invalid } from "../../errors.ts";
import { type RuleKind, readRule, TRAFFIC_MESSAGES } from "./traffic-model.ts";

/** What a rule can be made of. */
export type Traits = { network: string | null; user_agent: string; referrer: string | null };

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
      throw invalid("Some of the input can't be taken", [{ field: "ids", rule: `${TRAFFIC_MESSAGES[read.fault]}: ${raw}` }]);
    }
    values.add(read.value);
  }
  return [...values];
}
