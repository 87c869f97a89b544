import { PARTS } from "./texts.ts";
/** A size in bytes as KB, MB or GB. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024 ** 2) return PARTS.kb(Math.max(1, Math.round(bytes / 1024)));
  return bytes < 1024 ** 3 ? PARTS.mb((bytes / 1024 ** 2).toFixed(1)) : PARTS.gb((bytes / 1024 ** 3).toFixed(1));
}
