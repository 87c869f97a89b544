import { BlockList, isIPv4, isIPv6 } from "node:net";

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right];
}

/** What limits count: of IPv6 the /64, because one subscriber usually has all of it. */
export const subscriberOf = (address: string): string =>
  address.includes(":") ? groupsOf(address).slice(0, 4).join(":") : address;

/** A network may be stored: `203.0.113.0/24` or `2001:db8:1::/48`. One that is given stays as it is. */
export function shortenAddress(address: string | null): string | null {
  if (address === null) return null;
  if (address.includes(":")) return `${groupsOf(address).slice(0, 3).join(":")}::/48`;
  return /^\d+\.\d+\.\d+\.\d+(\/24)?$/.test(address) ? address.replace(/\d+(\/24)?$/, "0/24") : null;
}

/** IP addresses without a place: this machine, private networks, unspecified ones. */
const NOWHERE = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  NOWHERE.addSubnet(net, prefix, "ipv4");
}
for (const [net, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  NOWHERE.addSubnet(net, prefix, "ipv6");
}

/** Never looked up (specification, section 9). */
export const isPrivateAddress = (address: string): boolean => NOWHERE.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/** Tests, documentation, multicast, reserved. */
const SPECIAL = new BlockList();
for (const [net, prefix] of [
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  SPECIAL.addSubnet(net, prefix, "ipv4");
// Teredo, documentation and 6to4 are within the public range; 6to4 could hide any IPv4 address.
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  SPECIAL.addSubnet(net, prefix, "ipv6");

const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isPrivateAddress(address)) return false;
  if (isIPv4(address)) return !SPECIAL.check(address, "ipv4");
  return isIPv6(address) && GLOBAL.check(address, "ipv6") && !SPECIAL.check(address, "ipv6");
}
