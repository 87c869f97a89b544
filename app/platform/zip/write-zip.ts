import { Readable } from "node:stream";
import ZipStream from "zip-stream";

/** A file that goes into an archive: its bytes, or a stream of them, such as a picture's, which isn't packed once more. */
export type Packed = { name: string } & ({ bytes: Buffer } | { open(): Promise<Readable> });

/** Every file's date, the first that an archive knows: of the same files it is the same, byte for byte. */
const DATE = new Date(Date.UTC(1980, 0, 1));
const LEVEL = 6;

/** Adds one file. @throws what its stream fails with, or when nobody takes the archive any more */
async function add(zip: ZipStream, file: Packed): Promise<void> {
  const source = "bytes" in file ? file.bytes : await file.open();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    if (source instanceof Readable) source.destroy();
    reject(new Error("The archive was closed before it was whole"));
  };
  if (zip.destroyed) leave();
  zip.once("close", leave);
  zip.entry(source, { name: file.name, date: DATE, store: !("bytes" in file) }, (error) => (error ? reject(error) : resolve()));
  await promise.finally(() => zip.off("close", leave));
}

async function fill(zip: ZipStream, files: AsyncIterable<Packed>): Promise<void> {
  try {
    for await (const file of files) await add(zip, file);
    zip.finalize();
  } catch (error) {
    zip.destroy(error as Error);
  }
}

async function* archive(files: AsyncIterable<Packed>): AsyncGenerator<Buffer> {
  const zip = new ZipStream({ level: LEVEL });
  const filled = fill(zip, files);
  try {
    yield* zip as AsyncIterable<Buffer>;
  } finally {
    zip.destroy();
    await filled;
  }
}

/**
 * Packs files into an archive as they come; memory holds a few of them and the list of their names.
 * @returns the archive's bytes, as fast as they are taken; it fails when `files` does
 */
export const packZip = (files: AsyncIterable<Packed>): Readable => Readable.from(archive(files), { objectMode: false });
