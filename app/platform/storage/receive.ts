import { open } from "node:fs/promises";
import { OWN } from "./modes.ts";

/**
 * Writes what arrives to a file, piece by piece: memory holds no more than a piece. Only our own
 * account may read it.
 * @param path must not exist yet
 * @param body bytes as they come
 * @returns how many there were
 * @throws whatever the body or the disk throws; the file is then incomplete
 */
export async function receive(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(path, "wx", OWN.file);
  try {
    let bytes = 0;
    for await (const piece of body) {
      await handle.appendFile(piece);
      bytes += piece.byteLength;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
