import { Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { type Entry, endOf, headOf, lineOf, tailOf } from "./records.ts";

/** A file that goes into an archive: its bytes, or a stream of them, such as a picture's, which isn't packed once more. */
export type Packed = { name: string } & ({ bytes: Buffer } | { open(): Promise<Readable> });

const pack = promisify(deflateRaw) as (bytes: Buffer) => Promise<Buffer>;
/** The most that one file may have, in bytes: with more, its own records would need another shape. */
const FILE_MAX = 0xfffffffe;

async function* whole(entry: Entry, bytes: Buffer): AsyncGenerator<Buffer> {
  const content = await pack(bytes);
  Object.assign(entry, { crc: crc32(bytes), size: bytes.length, packedSize: content.length });
  yield headOf(entry);
  yield content;
}

async function* flowing(entry: Entry, from: Readable): AsyncGenerator<Buffer> {
  yield headOf(entry);
  for await (const piece of from as AsyncIterable<Buffer>) {
    entry.crc = crc32(piece, entry.crc);
    entry.size += piece.length;
    entry.packedSize = entry.size;
    if (entry.size > FILE_MAX) throw new Error(`${entry.name} has more than 4 GB`);
    yield piece;
  }
  yield tailOf(entry);
}

async function* archive(files: AsyncIterable<Packed>): AsyncGenerator<Uint8Array> {
  const lines: Uint8Array[] = [];
  let at = 0;
  for await (const file of files) {
    const known = "bytes" in file;
    const entry: Entry = { name: Buffer.from(file.name), packed: known, later: !known, crc: 0, size: 0, packedSize: 0, at };
    for await (const piece of known ? whole(entry, file.bytes) : flowing(entry, await file.open())) {
      at += piece.length;
      yield piece;
    }
    // Copied: small buffers are cut from larger ones, which would all stay as long as their lines.
    lines.push(new Uint8Array(lineOf(entry)));
  }
  const size = lines.reduce((sum, { length }) => sum + length, 0);
  yield* lines;
  yield endOf({ entries: lines.length, at, size });
}

/**
 * Packs files into an archive as they come; memory holds one of them and the list of their names. Of the same files it is the
 * same, byte for byte.
 * @returns the archive's bytes, as fast as they are taken; it fails when `files` does
 */
export const packZip = (files: AsyncIterable<Packed>): Readable => Readable.from(archive(files), { objectMode: false });
