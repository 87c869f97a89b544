import { BlockList, isIPv4, isIPv6 } from "node:net";

/** How much of an address is kept, in bits. */
const KEPT = { ipv4: 24, ipv6: 48 } as const;

const groupsOf = (part: string | undefined): string[] => (part ? part.split(":") : []);

/** The first three groups of an IPv6 address. */
function headOf(address: string): string[] {
  const [left, right] = (address.split("%")[0] ?? "").split("::");
  const head = groupsOf(left);
  const tail = groupsOf(right).flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...(right === undefined ? [] : zeros), ...tail]
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * The address without its last part, as it is kept: `203.0.113.0/24`, `2001:db8:1::/48`.
 * @returns null for what is no address
 */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/${KEPT.ipv4}`;
  return isIPv6(address) ? `${headOf(address).join(":")}::/${KEPT.ipv6}` : null;
}

/** Networks to look addresses up in; values that are no network are left out. */
export function networkList(values: readonly string[]): BlockList {
  const list = new BlockList();
  for (const value of values) {
    const [address = "", bits] = value.split("/");
    const type = isIPv4(address) ? "ipv4" : "ipv6";
    const prefix = bits === undefined ? (type === "ipv4" ? 32 : 128) : Number(bits);
    if ((isIPv4(address) || isIPv6(address)) && Number.isInteger(prefix)) list.addSubnet(address, prefix, type);
  }
  return list;
}

/** Whether an address, or the network in which it is kept, lies in one of the list's. */
export function liesIn(list: BlockList, address: string | null): boolean {
  const plain = address?.split("/")[0];
  return plain !== undefined && list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
}
