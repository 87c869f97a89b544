/** The eight groups of an IPv6 address, with those that `::` leaves out filled in. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right];
}

/** Whose address this is, for counting: one subscriber holds a whole IPv6 /64, so that is what counts as one. */
export const subscriberOf = (address: string): string =>
  address.includes(":") ? groupsOf(address).slice(0, 4).join(":") : address;

/**
 * An address as it may be kept: the network it belongs to, and not the one in it. IPv4 by its /24, IPv6 by its /48.
 * What is shortened already stays as it is.
 * @returns `203.0.113.0/24` or `2001:db8:1::/48`; null when nothing is known
 */
export function shortenAddress(address: string | null): string | null {
  if (address === null) return null;
  if (address.includes(":")) return `${groupsOf(address).slice(0, 3).join(":")}::/48`;
  return /^\d+\.\d+\.\d+\.\d+(\/24)?$/.test(address) ? address.replace(/\d+(\/24)?$/, "0/24") : null;
}
