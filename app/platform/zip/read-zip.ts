import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";

export class ZipError extends Error {
  readonly place: string;
  constructor(place: string, message: string) {
    super(message);
    this.name = "ZipError";
    this.place = place;
  }
}

/** Sizes in bytes. */
export type ZipLimits = { entries: number; total: number };

type ZipEntry = { name: string; size: number };

export type Zip = {
  entries: ReadonlyMap<string, ZipEntry>;
  /** The stream ends with a ZipError if the file is damaged: its checksum is verified at the end. */
  stream(name: string): Promise<Readable>;
  read(name: string, max: number): Promise<Buffer>;
  close(): void;
};

const ENCRYPTED = 1;
const SYMLINK = 0o120000;
const KIND = 0o170000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

const isLink = (entry: Entry) => entry.versionMadeBy >> 8 === 3 && ((entry.externalFileAttributes >>> 16) & KIND) === SYMLINK;

function check(entry: Entry, known: ReadonlyMap<string, Entry>): void {
  const { fileName } = entry;
  if (entry.generalPurposeBitFlag & ENCRYPTED) throw new ZipError(fileName, "is encrypted");
  if (isLink(entry)) throw new ZipError(fileName, "is a symbolic link");
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new ZipError(fileName, "is packed in a way that isn’t known here");
  if (CONTROL.test(fileName)) throw new ZipError(fileName, "has control characters in its name");
  if (known.has(fileName)) throw new ZipError(fileName, "is there twice");
}

async function contentsOf(file: ZipFile, { entries, total }: ZipLimits): Promise<Map<string, Entry>> {
  const known = new Map<string, Entry>();
  let bytes = 0;
  if (file.entryCount > entries)
    throw new ZipError("the archive", `holds ${file.entryCount} files; at most ${entries} are taken`);
  for await (const entry of file.eachEntry()) {
    if (entry.fileName.endsWith("/")) continue;
    check(entry, known);
    bytes += entry.uncompressedSize;
    if (bytes > total) throw new ZipError("the archive", `unpacks to more than ${Math.round(total / 1024 ** 2)} MB`);
    known.set(entry.fileName, entry);
  }
  return known;
}

const wrong = (place: string) => (error: unknown) => {
  if (error instanceof ZipError) throw error;
  throw new ZipError(place, `can’t be read: ${error instanceof Error ? error.message : String(error)}`);
};

/** Fails at the end when the CRC-32 isn't the one that the archive names. */
async function* verified(bytes: Readable, { fileName, crc32: expected }: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    wrong(fileName)(error);
  }
  if (sum !== expected) throw new ZipError(fileName, "is damaged: its checksum doesn’t fit");
}

/** Reads each part by its own stream: yauzl's reader of files ends the process when a stream that waits for its next bytes is destroyed. */
class FileParts extends RandomAccessReader {
  readonly #path: string;
  readonly #file: FileHandle;
  constructor(path: string, file: FileHandle) {
    super();
    this.#path = path;
    this.#file = file;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
  override read(into: Buffer, offset: number, length: number, position: number, done: ReadDone): void {
    this.#file.read(into, offset, length, position).then(({ bytesRead }) => done(null, bytesRead), done);
  }
  override close(done: (error: Error | null) => void): void {
    this.#file.close().then(() => done(null), done);
  }
}

/** yauzl's own types leave the number of bytes out. */
type ReadDone = (error: Error | null, bytesRead?: number) => void;

async function openFile(path: string): Promise<ZipFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await fromRandomAccessReaderPromise(new FileParts(path, file), size, { autoClose: false, lazyEntries: true });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Writes nothing.
 * @throws ZipError for no archive, and for what isn't taken: encrypted files, links, names that leave it or are there twice
 */
export async function openZip(path: string, limits: ZipLimits): Promise<Zip> {
  const file = await openFile(path).catch(wrong("the archive"));
  try {
    const known = await contentsOf(file, limits).catch(wrong("the archive’s list of contents"));
    const found = (name: string): Entry => {
      const entry = known.get(name);
      if (!entry) throw new ZipError(name, "isn’t in the archive");
      return entry;
    };
    const stream = async (name: string): Promise<Readable> => {
      const entry = found(name);
      const bytes = await file.openReadStreamPromise(entry).catch(wrong(name));
      return Readable.from(verified(bytes, entry), { objectMode: false });
    };
    return {
      entries: new Map([...known].map(([name, entry]) => [name, { name, size: entry.uncompressedSize }])),
      stream,
      async read(name, max) {
        const entry = found(name);
        if (entry.uncompressedSize > max) throw new ZipError(name, `has more than ${Math.round(max / 1024 ** 2)} MB`);
        return Buffer.concat(await (await stream(name)).toArray());
      },
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}
