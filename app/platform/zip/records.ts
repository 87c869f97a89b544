/** What the archive's records say of one file. Sizes and the place in the archive in bytes; `later`: they stand behind the file. */
export type Entry = { name: Buffer; packed: boolean; later: boolean; crc: number; size: number; packedSize: number; at: number };

const FOUR_BYTES = 0xffffffff;
const TWO_BYTES = 0xffff;
/** Names are UTF-8; sizes and checksum follow the file. */
const UTF8 = 0x0800;
const FOLLOW = 0x0008;
const DEFLATED = 8;
/** Version 4.5 knows archives beyond 4 GB; made on a Unix. */
const VERSION = 45;
const UNIX = 3 << 8;
/** -rw-r--r-- of a file. */
const MODE = 0o100644;
/** 2020-01-01, midnight: the same contents give the same archive, whenever it is made. */
const DAY = (40 << 9) | (1 << 5) | 1;

/** One record: its values in their order, each with so many bytes, the least first. */
function record(...values: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of values) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

type Fields = Parameters<typeof record>;

const traits = ({ packed, later }: Entry): Fields => [
  [VERSION, 2],
  [UTF8 | (later ? FOLLOW : 0), 2],
  [packed ? DEFLATED : 0, 2],
  [0, 2],
  [DAY, 2],
];

const measures = ({ crc, packedSize, size }: Pick<Entry, "crc" | "packedSize" | "size">): Fields => [
  [crc, 4],
  [packedSize, 4],
  [size, 4],
];

/** What stands before a file. */
export function headOf(entry: Entry): Buffer {
  const known = measures(entry.later ? { crc: 0, packedSize: 0, size: 0 } : entry);
  return Buffer.concat([record([0x04034b50, 4], ...traits(entry), ...known, [entry.name.length, 2], [0, 2]), entry.name]);
}

/** What stands behind a file whose sizes weren't known before. */
export const tailOf = (entry: Entry): Buffer => record([0x08074b50, 4], ...measures(entry));

/** A file's line in the list of contents. */
export function lineOf(entry: Entry): Buffer {
  const far = entry.at >= FOUR_BYTES;
  const extra = far ? record([1, 2], [8, 2], [entry.at, 8]) : Buffer.alloc(0);
  const fixed = record(
    [0x02014b50, 4],
    [UNIX | VERSION, 2],
    ...traits(entry),
    ...measures(entry),
    [entry.name.length, 2],
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [MODE * 0x10000, 4],
    [Math.min(entry.at, FOUR_BYTES), 4],
  );
  return Buffer.concat([fixed, entry.name, extra]);
}

/** The end of an archive: where its list of contents is (`at`, `size`), and how many files there are. */
export function endOf({ entries, at, size }: { entries: number; at: number; size: number }): Buffer {
  const isLarge = entries >= TWO_BYTES || at >= FOUR_BYTES || size >= FOUR_BYTES;
  const large = record(
    ...([
      [0x06064b50, 4],
      [44, 8],
      [UNIX | VERSION, 2],
      [VERSION, 2],
      [0, 4],
      [0, 4],
    ] as Fields),
    ...([
      [entries, 8],
      [entries, 8],
      [size, 8],
      [at, 8],
    ] as Fields),
    ...([
      [0x07064b50, 4],
      [0, 4],
      [at + size, 8],
      [1, 4],
    ] as Fields),
  );
  const many = Math.min(entries, TWO_BYTES);
  const end = record(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [many, 2],
    [many, 2],
    [Math.min(size, FOUR_BYTES), 4],
    [Math.min(at, FOUR_BYTES), 4],
    [0, 2],
  );
  return isLarge ? Buffer.concat([large, end]) : end;
}
