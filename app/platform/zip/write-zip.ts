import { Readable } from "node:stream";
import ZipStream from "zip-stream";

/** A stream, such as a picture's, isn't compressed once more. */
export type Packed = { name: string } & ({ bytes: Buffer } | { open(): Promise<Readable> });

/** The first date that an archive knows: the same files are the same archive, byte for byte. */
const DATE = new Date(Date.UTC(1980, 0, 1));
const LEVEL = 6;

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

/** Memory holds a few files and the list of their names. The archive fails when `files` does. */
export const packZip = (files: AsyncIterable<Packed>): Readable => Readable.from(archive(files), { objectMode: false });
