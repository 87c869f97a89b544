import { createReadStream } from "node:fs";
import { finished, type Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file that goes into an archive: its bytes, the path of a file to take them from, or a stream of them. `stored`: not packed. */
export type Packed = { name: string; stored?: boolean } & ({ bytes: Buffer } | { path: string } | { open(): Promise<Readable> });

/** The same contents give the same archive, whenever it is made. */
const AGE = new Date(Date.UTC(2020, 0, 1));

/** Waits until the archive has taken a stream to its end. */
const taken = (stream: Readable) =>
  new Promise<void>((resolve, reject) => finished(stream, { writable: false }, (error) => (error ? reject(error) : resolve())));

/** Adds one file and waits until it is taken, so that no more than one is in memory. */
async function add(zip: ZipFile, file: Packed): Promise<void> {
  const options = { mtime: AGE, mode: 0o100644, compress: !file.stored, forceDosTimestamp: true };
  if ("bytes" in file) return zip.addBuffer(file.bytes, file.name, options);
  const stream = "path" in file ? createReadStream(file.path) : await file.open();
  const done = taken(stream);
  zip.addReadStream(stream, file.name, options);
  await done;
}

/** So many bytes may wait for whoever reads the archive. */
const WAITING_MAX = 4 * 1024 * 1024;

/**
 * Packs files into an archive as they come; memory holds a few of them, and their names.
 * @returns the archive's bytes; it fails when `files` does
 */
export function packZip(files: AsyncIterable<Packed>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const room = () =>
    new Promise<void>((resolve) => {
      const look = () => (output.destroyed || output.readableLength < WAITING_MAX ? resolve() : setTimeout(look, 5));
      look();
    });
  const run = async () => {
    let waiting = 0;
    for await (const file of files) {
      if (output.destroyed) return;
      await add(zip, file);
      waiting += "bytes" in file ? file.bytes.length : WAITING_MAX;
      if (waiting < WAITING_MAX) continue;
      waiting = 0;
      await room();
    }
    zip.end();
  };
  zip.on("error", (error) => output.destroy(error));
  run().catch((error: Error) => output.destroy(error));
  return output;
}
