import { BlockList, isIPv4, isIPv6 } from "node:net";
import { isPrivateAddress } from "../places/private-addresses.ts";

/** What isn't the public internet, beside private networks: tests, documentation, many receivers at once, kept for later. */
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
// Teredo, documentation and 6to4 stand within the public range; the last could hide any address of version 4.
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  SPECIAL.addSubnet(net, prefix, "ipv6");

const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address belongs to the public internet: no private network, no machine of one's own, no special use. */
export function isPublicAddress(address: string): boolean {
  if (isPrivateAddress(address)) return false;
  if (isIPv4(address)) return !SPECIAL.check(address, "ipv4");
  return isIPv6(address) && GLOBAL.check(address, "ipv6") && !SPECIAL.check(address, "ipv6");
}
