import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Zip } from "../../../platform/zip/read-zip.ts";
import { ImportRefused } from "../errors.ts";
import { asRefusal } from "./read-own-archive.ts";

/** Plain, compressed, or in an archive. It can be opened again and again. */
export type TextFile = {
  /** empty for the uploaded file itself */
  name: string;
  /** The iteration throws ImportRefused when the bytes are damaged. */
  open(): AsyncIterable<Buffer>;
};

/** bytes that a compressed file may unpack to */
const UNPACKED_MAX = 4 * 1024 ** 3;
const PIECE = 256 * 1024;

export const plainFile = (path: string): TextFile => ({
  name: "",
  open: () => createReadStream(path, { highWaterMark: PIECE }),
});

/** gzip (RFC 1952). Damage and too many bytes end the stream with ImportRefused. */
async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path, { highWaterMark: PIECE });
  const bytes = createGunzip({ chunkSize: PIECE });
  packed.on("error", (error) => bytes.destroy(error));
  packed.pipe(bytes);
  let length = 0;
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > UNPACKED_MAX) throw new ImportRefused("the file", `It unpacks to more than ${UNPACKED_MAX / 1024 ** 3} GB.`);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefused(`byte ${length} of what is compressed`, `The file is damaged or cut off: ${reason}.`, error);
  } finally {
    packed.destroy();
    bytes.destroy();
  }
}

export const gzippedFile = (path: string): TextFile => ({ name: "", open: () => gunzipped(path) });

async function* entryOf(zip: Zip, name: string): AsyncGenerator<Buffer> {
  try {
    yield* (await zip.stream(name)) as Readable & AsyncIterable<Buffer>;
  } catch (error) {
    asRefusal(error);
  }
}

export const fileIn = (zip: Zip, name: string): TextFile => ({ name, open: () => entryOf(zip, name) });

const TEXT_MAX = 8 * 1024 * 1024;

/** @throws ImportRefused when the text is too long */
export async function archiveOf(file: TextFile, name: string, prepare?: (text: string) => string): Promise<Zip> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file.open()) {
    pieces.push(piece);
    size += piece.length;
    if (size > TEXT_MAX) throw new ImportRefused("the file", `This text has more than ${TEXT_MAX / 1024 ** 2} MB.`);
  }
  const whole = Buffer.concat(pieces);
  const bytes = prepare ? Buffer.from(prepare(textIn(whole))) : whole;
  return {
    entries: new Map([[name, { name, size: bytes.length }]]),
    stream: async () => Readable.from([bytes], { objectMode: false }),
    read: async () => bytes,
    close: () => {},
  };
}

const HEAD = 64 * 1024;

export async function headOf({ open }: Pick<TextFile, "open">): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of open()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= HEAD) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD);
}

/** Drops what precedes the XML declaration, such as a warning of PHP. @param head the file's beginning */
export function fromDeclaration(file: TextFile, head: Buffer): TextFile {
  const at = head.indexOf("<?xml");
  return at > 0 ? { ...file, open: () => from(file.open(), at) } : file;
}

async function* from(pieces: AsyncIterable<Buffer>, start: number): AsyncGenerator<Buffer> {
  let left = start;
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

/** UTF-8, or UTF-16 where the bytes begin with its mark. */
export function textIn(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Names the file in refusals. */
export async function* placed<T>({ name }: TextFile, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (name === "" || !(error instanceof ImportRefused)) throw error;
    throw new ImportRefused(`${name}, ${error.place}`, error.message, error);
  }
}
