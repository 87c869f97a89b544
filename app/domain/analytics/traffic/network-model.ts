/** Wider networks are no rule but half the world, in bits. */
export const WIDEST = { ipv4: 8, ipv6: 16 } as const;

const DIGITS = /^\d{1,3}$/;

/** The number's first `bits` of `size`, the rest zero. */
const masked = (value: number, size: number, bits: number): number => {
  const kept = Math.min(Math.max(bits, 0), size);
  return Math.floor(value / 2 ** (size - kept)) * 2 ** (size - kept);
};

/** The parts of an IPv4 address; null for what is none. */
function ipv4Parts(address: string): number[] | null {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => DIGITS.test(part) && Number(part) < 256)) return null;
  return parts.map(Number);
}

/** The shortest way to write an IPv6 address; null for what is none. */
const shortIpv6 = (address: string): string | null =>
  /^[0-9a-f:.]+$/i.test(address) ? (URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? null) : null;

/** The eight groups of an IPv6 address; null for what is none. */
function ipv6Groups(address: string): number[] | null {
  const short = shortIpv6(address);
  if (short === null) return null;
  const [head = "", tail] = short.split("::").map((part) => (part ? part.split(":") : [])) as [string[], string[]?] | [];
  const left = [...(head as string[])];
  const right = tail ?? [];
  const zeros = new Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** What is wrong with a network, or the network as rules hold it. */
export type ReadNetwork = { network: string } | { fault: "no network" | "too wide" };

/**
 * Reads a network or a single address, and drops what lies outside it: `203.0.113.7/24` is `203.0.113.0/24`, `2001:DB8::1` is
 * `2001:db8::1/128`.
 */
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

/** How much of an address is kept with a visit, in bits. */
const KEPT = { ipv4: 24, ipv6: 48 } as const;

/**
 * The network that a search term means: an address, a network, or the beginning of one that ends with a whole part. `203.0.113` and
 * `203.0.113.7` mean `203.0.113.0/24`, `2001:db8` means `2001:db8::/32`.
 * @returns null when it means none; fewer than three parts of an IPv4 address may be a version as well
 */
export function networkMeant(term: string): string | null {
  const text = term.trim().toLowerCase();
  const parts = text.replace(/\.$/, "").split(".");
  if (parts.length === 3 && ipv4Parts([...parts, "0"].join("."))) return `${parts.join(".")}.0/24`;
  const groups = text.replace(/:+$/, "").split(":");
  if (/^[0-9a-f:]+$/.test(text) && !text.includes("::", 1) && groups.length > 1 && groups.length < 8) {
    return networkIn(`${groups.join(":")}::/${groups.length * 16}`, KEPT.ipv6);
  }
  return networkIn(text, text.includes(":") ? KEPT.ipv6 : KEPT.ipv4);
}

/** A network no narrower than visits are kept with. */
function networkIn(text: string, narrowest: number): string | null {
  const [address = "", prefix] = text.split("/");
  const bits = prefix === undefined ? narrowest : Math.min(Number(prefix), narrowest);
  const read = readNetwork(`${address}/${bits}`);
  return "network" in read ? read.network : null;
}
