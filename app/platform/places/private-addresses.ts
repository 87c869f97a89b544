import { BlockList, isIPv4 } from "node:net";

/** Addresses that are in no place: one's own machine, one's own network, and those that are for nobody. */
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

/** Whether an IP address is one of a machine or network of one's own (specification, section 9: never looked up). */
export const isPrivateAddress = (address: string): boolean => NOWHERE.check(address, isIPv4(address) ? "ipv4" : "ipv6");
