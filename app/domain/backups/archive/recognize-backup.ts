import { ZSTD_MAGIC } from "./compress-backup.ts";
import { AGE_HEADER } from "./encrypt-backup.ts";

/** A beginning of this length, in bytes, is enough. */
export const BEGINNING = AGE_HEADER.length;

/** @returns null for a file that is no backup */
export function recognizeBackup(beginning: Uint8Array): "plain" | "encrypted" | null {
  const bytes = Buffer.from(beginning);
  if (bytes.subarray(0, BEGINNING).toString("latin1") === AGE_HEADER) return "encrypted";
  return bytes.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC) ? "plain" : null;
}
