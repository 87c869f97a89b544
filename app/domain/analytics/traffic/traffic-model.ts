import type { Reason, RuleKind } from "../model.ts";
import { readNetwork, WIDEST } from "./network-model.ts";

/** Why hits are held; what is too late is only counted. */
export const HELD_REASONS = [
  "bot_user_agent",
  "no_user_agent",
  "bot_headers",
  "burst",
  "too_many_addresses",
  "spam_referrer",
  "no_engagement",
  "blocked",
] as const satisfies readonly Reason[];
export type HeldReason = (typeof HELD_REASONS)[number];

/** Counting goes no further: nobody turns so many pages, and a search finds what lies behind. */
export const HELD_CAP = 10_000;
export const HELD_SEARCH_CAP = 1000;
export const HELD_REASON_CAP = 1000;
export const HELD_PAGE_MAX = HELD_CAP;
/** What is searched for has at least so many characters, for the index knows none shorter; and at most so many. */
export const HELD_SEARCH_MIN = 3;
export const HELD_SEARCH_MAX = 200;
/** So many are released or blocked at once. */
export const HELD_AT_ONCE = 500;
/** Recorded visits of so many days go into quarantine with what they are blocked by. */
export const BLOCK_REACH_DAYS = 30;

/** More of them are refused: each hit is held against all. */
export const RULES_MAX = 1000;
const AGENT_MIN = 3;
const AGENT_MAX = 512;

export const TRAFFIC_MESSAGES = {
  valueRequired: "Value is required",
  agentShort: `User agent must have at least ${AGENT_MIN} characters`,
  agentLong: `User agent must have at most ${AGENT_MAX} characters`,
  agentCommon: "This stands in the user agents of ordinary browsers, so it would concern nearly everybody",
  network: "Network must be an address or a network, such as 203.0.113.0/24 or 2001:db8::/32",
  wide: `Network must not be wider than /${WIDEST.ipv4}, or /${WIDEST.ipv6} for IPv6`,
  referrer: "Referrer must be a host, such as spam.example",
  full: `There are ${RULES_MAX} rules already. Delete some first`,
  retention: "Retention must be a whole number of months from 1 to 120",
} as const;

/** What ordinary browsers call themselves; a rule for a part of it would be one for everybody. */
const BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/ Safari/537.36 Edg/",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/ Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv: Gecko/20100101 Firefox/ Ubuntu; Win64; x64; rv:",
  "Mozilla/5.0 (iPhone; CPU iPhone OS like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/ Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/ Mobile Safari/537.36",
].map((agent) => agent.toLowerCase());

const HOST = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

/** What is wrong with a rule's value, or the value as rules hold it. */
export type ReadRule = { value: string } | { fault: keyof typeof TRAFFIC_MESSAGES };

function readAgent(text: string): ReadRule {
  if (text.length < AGENT_MIN) return { fault: "agentShort" };
  if (text.length > AGENT_MAX) return { fault: "agentLong" };
  return BROWSERS.some((agent) => agent.includes(text.toLowerCase())) ? { fault: "agentCommon" } : { value: text };
}

/** A host, or the host of an address that somebody pasted. */
function readReferrer(text: string): ReadRule {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const host = url?.hostname.replace(/^www\.|\.$/g, "") ?? "";
  return HOST.test(host) && host.length <= 253 && /[a-z]/.test(host) ? { value: host } : { fault: "referrer" };
}

/**
 * Reads what a rule is about: part of a user agent, a network, or a referrer's host.
 * @returns the value in the one way in which rules are written
 */
export function readRule(kind: RuleKind, raw: string): ReadRule {
  const text = raw.trim();
  if (text === "") return { fault: "valueRequired" };
  if (kind === "user_agent") return readAgent(text);
  if (kind === "referrer") return readReferrer(text);
  const read = readNetwork(text);
  if ("network" in read) return { value: read.network };
  return { fault: read.fault === "too wide" ? "wide" : "network" };
}

/** For how long single visits can be kept. */
export const RETENTION_MONTHS = { min: 1, max: 120, usual: 24 } as const;
