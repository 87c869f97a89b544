import { createReadStream, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { isDiskFull } from "../storage/disk.ts";
import { type Zip, ZipError, type ZipLimits } from "./read-zip.ts";

type Span = { start: number; size: number };

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
const OUTSIDE = /^\/|(?:^|\/)\.\.(?:\/|$)/;
const MB = 1024 ** 2;

/** @throws ZipError when the entry leaves the archive */
function nameOf(written: string): string {
  const name = written.replace(/^(?:\.\/)+/, "");
  if (CONTROL.test(name)) throw new ZipError(name, "has control characters in its name");
  if (OUTSIDE.test(name)) throw new ZipError(name, "has a name that leaves the archive");
  return name;
}

async function append(to: FileHandle, { header, body }: ParsedTarEntry, left: number): Promise<number> {
  let size = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > left) throw new ZipError("the archive", "unpacks to more than is taken");
    await to.writeFile(piece);
  }
  if (size !== header.size) throw new ZipError(header.name, "is cut off");
  return size;
}

async function unpack(bytes: Readable, to: FileHandle, limits: ZipLimits): Promise<Map<string, Span>> {
  const spans = new Map<string, Span>();
  let start = 0;
  const entries = (Readable.toWeb(bytes) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
  for await (const entry of entries as unknown as AsyncIterable<ParsedTarEntry>) {
    const { type = "file", name: written } = entry.header;
    // Links and folders hold nothing of their own.
    if (type !== "file") {
      await entry.body.cancel();
      continue;
    }
    const name = nameOf(written);
    const size = await append(to, entry, limits.total - start);
    spans.set(name, { start, size });
    start += size;
    if (spans.size > limits.entries) throw new ZipError("the archive", `holds more than ${limits.entries} files`);
  }
  return spans;
}

const bytesAt = (path: string, { start, size }: Span): Readable =>
  size === 0 ? Readable.from([], { objectMode: false }) : createReadStream(path, { start, end: start + size - 1 });

function archiveOf(path: string, spans: ReadonlyMap<string, Span>, close: () => void): Zip {
  const found = (name: string): Span => {
    const span = spans.get(name);
    if (!span) throw new ZipError(name, "isn’t in the archive");
    return span;
  };
  return {
    entries: new Map([...spans].map(([name, { size }]) => [name, { name, size }])),
    stream: async (name) => bytesAt(path, found(name)),
    async read(name, max) {
      const span = found(name);
      if (span.size > max) throw new ZipError(name, `has more than ${Math.round(max / MB)} MB`);
      return Buffer.concat(await bytesAt(path, span).toArray());
    },
    close,
  };
}

/** A file that stays is replaced by the next import of the same file. */
function deleteNow(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Some systems don't delete files that are still being read.
  }
}

/**
 * POSIX.1-1988 ustar with the extensions of pax and GNU, without links; of several files with one name, the last one counts.
 * @param bytes already decompressed
 * @param unpacked takes the content, and is deleted by `close`
 * @throws ZipError; the system's error when the disk is full
 */
export async function openTar(bytes: Readable, unpacked: string, limits: ZipLimits): Promise<Zip> {
  const remove = () => rm(unpacked, { force: true });
  await remove();
  const to = await open(unpacked, "wx", 0o600);
  try {
    const spans = await unpack(bytes, to, limits);
    return archiveOf(unpacked, spans, () => deleteNow(unpacked));
  } catch (error) {
    await remove();
    if (error instanceof ZipError || isDiskFull(error)) throw error;
    throw new ZipError("the archive", `can’t be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    bytes.destroy();
    await to.close();
  }
}
