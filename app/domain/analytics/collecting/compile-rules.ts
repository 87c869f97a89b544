import type { BlockList } from "node:net";
import type { Rule } from "../model.ts";
import { liesIn, networkList } from "./networks.ts";

type Matcher = { agents: string[]; networks: BlockList | null; referrers: Set<string> };
/** The owner's rules, ready to be asked of every hit. */
export type CompiledRules = { allow: Matcher; block: Matcher };

/** What a rule is about. `address` may be the network alone, as it is kept. */
export type RuleSubject = { userAgent: string; address: string | null; referrerHost: string | null };

function matcher(rules: readonly Rule[]): Matcher {
  const of = (kind: Rule["kind"]) => rules.filter((rule) => rule.kind === kind).map(({ value }) => value.toLowerCase());
  const networks = of("network");
  return {
    agents: of("user_agent"),
    networks: networks.length > 0 ? networkList(networks) : null,
    referrers: new Set(of("referrer")),
  };
}

/** Prepares the owner's rules. */
export const compileRules = (rules: readonly Rule[]): CompiledRules => ({
  allow: matcher(rules.filter(({ verdict }) => verdict === "allow")),
  block: matcher(rules.filter(({ verdict }) => verdict === "block")),
});

/** Whether a host is one of `hosts` or below one. */
export function isOneOf(hosts: ReadonlySet<string>, host: string): boolean {
  for (let rest = host; rest !== ""; rest = rest.includes(".") ? rest.slice(rest.indexOf(".") + 1) : "") {
    if (hosts.has(rest)) return true;
  }
  return false;
}

/**
 * A user agent's rule holds for all that contain its text, whatever the case; a network's for every address in it; a
 * referrer's for its host and all below.
 */
function matches({ agents, networks, referrers }: Matcher, { userAgent, address, referrerHost }: RuleSubject): boolean {
  if (networks && liesIn(networks, address)) return true;
  if (referrers.size > 0 && referrerHost !== null && isOneOf(referrers, referrerHost)) return true;
  if (agents.length === 0) return false;
  const lower = userAgent.toLowerCase();
  return agents.some((text) => lower.includes(text));
}

/** Whether the owner wants hits like this one counted whatever else is to be said of them. */
export const allows = (ruling: CompiledRules, hit: RuleSubject): boolean => matches(ruling.allow, hit);

/** Whether the owner doesn't want hits like this one. */
export const blocks = (ruling: CompiledRules, hit: RuleSubject): boolean => matches(ruling.block, hit);
