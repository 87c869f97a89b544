import { Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";

/** Backups have windows of 2 MB; a larger one would only cost memory. */
const WINDOW_LOG_MAX = 23;
const CHUNK_BYTES = 256 * 1024;

/** Zstandard (RFC 8878). */
export const ZSTD_MAGIC = Buffer.from("28b52ffd", "hex");

/** Node's compressor ends a file so. Without it, a file that is cut off anywhere can't be read. */
const EMPTY_FRAME = Buffer.from("28b52ffd240001000099e9d851", "hex");

async function* withoutEmptyFrame(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of frames) {
    const both = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = Math.max(0, both.length - EMPTY_FRAME.length);
    if (end > 0) yield both.subarray(0, end);
    rest = both.subarray(end);
  }
  if (!rest.equals(EMPTY_FRAME)) yield rest;
}

export function compressed(bytes: Readable): Readable {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 }, chunkSize: CHUNK_BYTES });
  bytes.on("error", (error) => zstd.destroy(error));
  // The code that stores it may have failed before reading, and reports the error itself.
  zstd.on("error", () => {});
  return Readable.from(withoutEmptyFrame(bytes.pipe(zstd)), { objectMode: false });
}

/** With little memory. Bytes after the end are an error. */
export function decompressed(bytes: Readable): Readable {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX };
  const zstd = createZstdDecompress({ params, chunkSize: CHUNK_BYTES, rejectGarbageAfterEnd: true });
  bytes.on("error", (error) => zstd.destroy(error));
  zstd.on("close", () => bytes.destroy());
  return bytes.pipe(zstd);
}
