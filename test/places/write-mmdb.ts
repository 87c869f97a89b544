/** A file in MaxMind's DB format (https://maxmind.github.io/MaxMind-DB/), small enough to be read by eye. */

type Value = string | number | Value[] | { [key: string]: Value };

const TYPE = { string: 2, uint16: 5, uint32: 6, map: 7, array: 11 };

function control(type: number, size: number): number[] {
  const small = Math.min(size, 29);
  const more = size < 29 ? [] : [size - 29];
  return type < 8 ? [(type << 5) | small, ...more] : [small, type - 7, ...more];
}

function encode(value: Value): number[] {
  if (typeof value === "string") {
    const bytes = [...new TextEncoder().encode(value)];
    return [...control(TYPE.string, bytes.length), ...bytes];
  }
  if (typeof value === "number") {
    return [...control(TYPE.uint32, 4), (value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  }
  if (Array.isArray(value)) return [...control(TYPE.array, value.length), ...value.flatMap(encode)];
  const entries = Object.entries(value);
  return [...control(TYPE.map, entries.length), ...entries.flatMap(([key, one]) => [...encode(key), ...encode(one)])];
}

type Tree = [Tree | number | null, Tree | number | null];

const bitsOf = (network: string): number[] => {
  const [address = "", prefix = "32"] = network.split("/");
  const all = address.split(".").flatMap((part) => [...Number(part).toString(2).padStart(8, "0")].map(Number));
  return all.slice(0, Number(prefix));
};

/**
 * Writes a database.
 * @param records by IPv4 network, as in `203.0.113.0/24`
 * @param type the type that the file declares
 */
export function writeMmdb(records: Record<string, Value>, type = "Test-City"): Buffer {
  const data: number[] = [];
  const root: Tree = [null, null];
  for (const [network, value] of Object.entries(records)) {
    const bits = bitsOf(network);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next: Tree = (node[bit] as Tree | null) ?? [null, null];
      node[bit] = next;
      node = next;
    }
    node[bits.at(-1) ?? 0] = data.length;
    data.push(...encode(value));
  }
  const nodes: Tree[] = [root];
  for (const node of nodes) for (const side of node) if (Array.isArray(side)) nodes.push(side);
  const pointer = (side: Tree[0]) =>
    Array.isArray(side) ? nodes.indexOf(side) : side === null ? nodes.length : nodes.length + 16 + side;
  const tree = nodes.flatMap((node) =>
    node.flatMap((side) => [pointer(side) >> 16, (pointer(side) >> 8) & 255, pointer(side) & 255]),
  );
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: type,
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: "For tests" },
  });
  const mark = [0xab, 0xcd, 0xef, ...new TextEncoder().encode("MaxMind.com")];
  return Buffer.from([...tree, ...new Array<number>(16).fill(0), ...data, ...mark, ...metadata]);
}
