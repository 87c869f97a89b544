import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Rule } from "../hit-rules.ts";

/** Bits of an IP address that are stored. */
const STORED_BITS = { ipv4: 24, ipv6: 48 } as const;

const groupsOf = (part: string | undefined): string[] => (part ? part.split(":") : []);

function headOf(address: string): string[] {
  const [left, right] = (address.split("%")[0] ?? "").split("::");
  const head = groupsOf(left);
  const tail = groupsOf(right).flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...(right === undefined ? [] : zeros), ...tail]
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16));
}

/** `203.0.113.0/24`, `2001:db8:1::/48`; null if it isn't an IP address. */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/${STORED_BITS.ipv4}`;
  return isIPv6(address) ? `${headOf(address).join(":")}::/${STORED_BITS.ipv6}` : null;
}

function networkList(values: readonly string[]): BlockList {
  const list = new BlockList();
  for (const value of values) {
    const [address = "", bits] = value.split("/");
    const type = isIPv4(address) ? "ipv4" : "ipv6";
    const prefix = bits === undefined ? (type === "ipv4" ? 32 : 128) : Number(bits);
    if ((isIPv4(address) || isIPv6(address)) && Number.isInteger(prefix)) list.addSubnet(address, prefix, type);
  }
  return list;
}

function liesIn(list: BlockList, address: string | null): boolean {
  const plain = address?.split("/")[0];
  return plain !== undefined && list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
}

type Matcher = { agents: string[]; networks: BlockList | null; referrers: Set<string> };
export type CompiledRules = { allow: Matcher; block: Matcher };

/** `address` may be a stored network. */
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

export const compileRules = (rules: readonly Rule[]): CompiledRules => ({
  allow: matcher(rules.filter(({ verdict }) => verdict === "allow")),
  block: matcher(rules.filter(({ verdict }) => verdict === "block")),
});

/** Subdomains count. */
export function isOneOf(hosts: ReadonlySet<string>, host: string): boolean {
  for (let rest = host; rest !== ""; rest = rest.includes(".") ? rest.slice(rest.indexOf(".") + 1) : "") {
    if (hosts.has(rest)) return true;
  }
  return false;
}

/** Part of the user agent in any case; a network with the IP address; the referrer's host or a domain above it. */
function matches({ agents, networks, referrers }: Matcher, { userAgent, address, referrerHost }: RuleSubject): boolean {
  if (networks && liesIn(networks, address)) return true;
  if (referrers.size > 0 && referrerHost !== null && isOneOf(referrers, referrerHost)) return true;
  if (agents.length === 0) return false;
  const lower = userAgent.toLowerCase();
  return agents.some((text) => lower.includes(text));
}

export const allows = (rules: CompiledRules, hit: RuleSubject): boolean => matches(rules.allow, hit);

export const blocks = (rules: CompiledRules, hit: RuleSubject): boolean => matches(rules.block, hit);
