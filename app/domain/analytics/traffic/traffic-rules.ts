import type { Reason, RuleKind } from "../hit-rules.ts";

/** Bits: wider networks would block too many. */
const WIDEST = { ipv4: 8, ipv6: 16 } as const;

const DIGITS = /^\d{1,3}$/;

const masked = (value: number, size: number, bits: number): number => {
  const kept = Math.min(Math.max(bits, 0), size);
  return Math.floor(value / 2 ** (size - kept)) * 2 ** (size - kept);
};

function ipv4Parts(address: string): number[] | null {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => DIGITS.test(part) && Number(part) < 256)) return null;
  return parts.map(Number);
}

const shortIpv6 = (address: string): string | null =>
  /^[0-9a-f:.]+$/i.test(address) ? (URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? null) : null;

function ipv6Groups(address: string): number[] | null {
  const short = shortIpv6(address);
  if (short === null) return null;
  const [head = "", tail] = short.split("::").map((part) => (part ? part.split(":") : [])) as [string[], string[]?] | [];
  const left = [...(head as string[])];
  const right = tail ?? [];
  const zeros = new Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

type ReadNetwork = { network: string } | { fault: "no network" | "too wide" };

/** `203.0.113.7/24` is `203.0.113.0/24`, `2001:DB8::1` is `2001:db8::1/128`. */
export function readNetwork(raw: string): ReadNetwork {
  const [address = "", prefix, more] = raw.trim().split("/");
  const ipv4 = ipv4Parts(address);
  const ipv6 = ipv4 ? null : ipv6Groups(address);
  const size = ipv4 ? 32 : 128;
  const bits = prefix === undefined ? size : DIGITS.test(prefix) ? Number(prefix) : -1;
  if ((!ipv4 && !ipv6) || more !== undefined || bits < 0 || bits > size) return { fault: "no network" };
  if (bits < WIDEST[ipv4 ? "ipv4" : "ipv6"]) return { fault: "too wide" };
  if (ipv4) return { network: `${ipv4.map((part, at) => masked(part, 8, bits - at * 8)).join(".")}/${bits}` };
  const groups = (ipv6 ?? []).map((group, at) => masked(group, 16, bits - at * 16).toString(16));
  return { network: `${shortIpv6(groups.join(":"))}/${bits}` };
}

const STORED_BITS = { ipv4: 24, ipv6: 48 } as const;

/**
 * `203.0.113` and `203.0.113.7` mean `203.0.113.0/24`, `2001:db8` means `2001:db8::/32`; null for others, also for fewer than three parts
 * of an IPv4 address, which may be a version.
 */
export function networkMeant(term: string): string | null {
  const text = term.trim().toLowerCase();
  const parts = text.replace(/\.$/, "").split(".");
  if (parts.length === 3 && ipv4Parts([...parts, "0"].join("."))) return `${parts.join(".")}.0/24`;
  const groups = text.replace(/:+$/, "").split(":");
  if (/^[0-9a-f:]+$/.test(text) && !text.includes("::", 1) && groups.length > 1 && groups.length < 8) {
    return networkIn(`${groups.join(":")}::/${groups.length * 16}`, STORED_BITS.ipv6);
  }
  return networkIn(text, text.includes(":") ? STORED_BITS.ipv6 : STORED_BITS.ipv4);
}

function networkIn(text: string, narrowest: number): string | null {
  const [address = "", prefix] = text.split("/");
  const bits = prefix === undefined ? narrowest : Math.min(Number(prefix), narrowest);
  const read = readNetwork(`${address}/${bits}`);
  return "network" in read ? read.network : null;
}

/** Late hits are only counted. */
export const QUARANTINE_REASONS = [
  "bot_user_agent",
  "no_user_agent",
  "bot_headers",
  "burst",
  "too_many_addresses",
  "spam_referrer",
  "no_engagement",
  "blocked",
] as const satisfies readonly Reason[];
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** Hits are counted up to these limits. Few admins read that many pages, and a search finds the rest. */
export const QUARANTINE_CAP = 10_000;
export const QUARANTINE_SEARCH_CAP = 1000;
export const QUARANTINE_REASON_CAP = 1000;
export const QUARANTINE_PAGE_MAX = QUARANTINE_CAP;
/** The index can't find shorter terms. */
export const QUARANTINE_SEARCH_MIN = 3;
export const QUARANTINE_SEARCH_MAX = 200;
export const QUARANTINE_AT_ONCE = 500;
export const BLOCK_REACH_DAYS = 30;

/** Each hit is checked against all rules. */
export const RULES_MAX = 1000;
const AGENT_MIN = 3;
const AGENT_MAX = 512;

export const TRAFFIC_MESSAGES = {
  valueRequired: "Value is required",
  agentShort: `User agent must have at least ${AGENT_MIN} characters`,
  agentLong: `User agent must have at most ${AGENT_MAX} characters`,
  agentCommon: "This matches ordinary browsers, so it would apply to nearly everyone",
  network: "Network must be an address or a network, such as 203.0.113.0/24 or 2001:db8::/32",
  wide: `Network must not be wider than /${WIDEST.ipv4}, or /${WIDEST.ipv6} for IPv6`,
  referrer: "Referrer must be a host, such as spam.example",
  full: `There are ${RULES_MAX} rules already; delete some first`,
  retention: "Retention must be a whole number of months from 1 to 120",
} as const;

/** A rule for a part of these would concern everybody. */
const BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/ Safari/537.36 Edg/",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/ Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv: Gecko/20100101 Firefox/ Ubuntu; Win64; x64; rv:",
  "Mozilla/5.0 (iPhone; CPU iPhone OS like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/ Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/ Mobile Safari/537.36",
].map((agent) => agent.toLowerCase());

const HOST = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

/** `value`: as rules store it. */
export type ReadRule = { value: string } | { fault: keyof typeof TRAFFIC_MESSAGES };

function readAgent(text: string): ReadRule {
  if (text.length < AGENT_MIN) return { fault: "agentShort" };
  if (text.length > AGENT_MAX) return { fault: "agentLong" };
  return BROWSERS.some((agent) => agent.includes(text.toLowerCase())) ? { fault: "agentCommon" } : { value: text };
}

function readReferrer(text: string): ReadRule {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const host = url?.hostname.replace(/^www\.|\.$/g, "") ?? "";
  return HOST.test(host) && host.length <= 253 && /[a-z]/.test(host) ? { value: host } : { fault: "referrer" };
}

/** Part of a user agent, a network, or a referrer's host; normalized. */
export function readRule(kind: RuleKind, raw: string): ReadRule {
  const text = raw.trim();
  if (text === "") return { fault: "valueRequired" };
  if (kind === "user_agent") return readAgent(text);
  if (kind === "referrer") return readReferrer(text);
  const read = readNetwork(text);
  if ("network" in read) return { value: read.network };
  return { fault: read.fault === "too wide" ? "wide" : "network" };
}

export const RETENTION_MONTHS = { min: 1, max: 120, usual: 24 } as const;

/** A product and its version in a user agent: `HeadlessChrome/156.0.0.0`. */
const PRODUCT = /([a-z][\w.-]*)(?:\/v?(\d+))?/gi;
const ROBOT = /bot|crawl|spider|headless|slurp|fetch|preview|monitor/i;
/** The browsers, the most telling name first: Edge calls itself Chrome, and Chrome calls itself Safari. */
const BROWSER_NAMES = ["Edg", "OPR", "SamsungBrowser", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari"];

/**
 * What a program calls itself, in short: `AhrefsBot 7`, `HeadlessChrome 156`, `curl 8`. The whole user agent if it has no such name.
 */
export function agentName(userAgent: string): string {
  const products = [...userAgent.matchAll(PRODUCT)].map(([, name = "", version]) => ({ name, version }));
  const versioned = products.filter(({ version }) => version !== undefined);
  const found =
    products.find(({ name }) => ROBOT.test(name)) ??
    BROWSER_NAMES.map((browser) => versioned.find(({ name }) => name === browser)).find((one) => one !== undefined) ??
    versioned.find(({ name }) => name !== "Mozilla") ??
    products[0];
  return found ? [found.name, found.version].filter(Boolean).join(" ") : userAgent;
}
