import { createHash } from "node:crypto";
import type { FileStore } from "../../../platform/storage/file-store.ts";
import { mediaAddress, mediaFile } from "../../media/media-rules.ts";

/** Of the same bytes, always the same. */
function idOf(bytes: Uint8Array): string {
  const hex = createHash("sha256").update(bytes).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

async function isStored(media: FileStore, id: string, name: string): Promise<boolean> {
  const file = await media.open(id, name);
  await file?.close();
  return file !== null;
}

/**
 * Stays for as long as there are files, because emails that were sent show it. It isn't in the library, where it could be deleted.
 * @param png `width` pixels wide @returns its path
 */
export async function storeDrawing(media: FileStore, png: Uint8Array, width: number): Promise<string> {
  const id = idOf(png);
  const name = mediaFile(width, "png");
  if (!(await isStored(media, id, name))) {
    try {
      await media.begin(id);
      await media.write(id, name, png);
      await media.keep(id);
    } catch (error) {
      // Another process may have stored it meanwhile.
      if (!(await isStored(media, id, name))) throw error;
    } finally {
      await media.end(id);
    }
  }
  return mediaAddress(id, width, "png");
}
