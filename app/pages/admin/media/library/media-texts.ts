import type { Media } from "../../../../domain/media/picture.ts";

const KILOBYTE = 1024;

/** A file's size as people read it: "48 KB", "1.3 MB". */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  if (kilobytes < 1) return `${bytes} B`;
  return kilobytes < KILOBYTE ? `${Math.round(kilobytes)} KB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

/** Where a picture stands, in two words. */
export function usesText({ uses, trashed_at }: Pick<Media, "uses" | "trashed_at">): string {
  if (trashed_at) return "In the trash";
  if (uses === 0) return "Unused";
  return uses === 1 ? "1 post" : `${uses} posts`;
}

const files = (count: number) => (count === 1 ? "File" : `${count} files`);

/** What is said when pictures came to the trash; those that are in use stay. */
export function trashedText({ changed, in_use }: { changed: number; in_use: number }): string {
  const stayed = in_use === 0 ? "" : `${in_use} ${in_use === 1 ? "is" : "are"} in use and stay${in_use === 1 ? "s" : ""}`;
  if (changed === 0) return stayed ? `Nothing deleted: ${stayed}` : "Nothing was left to delete";
  return `${files(changed)} deleted${stayed ? `; ${stayed}` : ""}`;
}

export const restoredText = (count: number): string => `${files(count)} restored`;
export const deletedText = (count: number): string => `${files(count)} deleted for good`;

/** What is asked before pictures go for good (specification, section 8). */
export const deletionQuestion = (count: number): string =>
  `Are you sure you want to delete ${count === 1 ? "this file" : `these ${count} files`}? This action cannot be undone.`;

/** A focal point's part as people read it: 0.35 is "35". */
export const percentOf = (part: number): number => Math.round(part * 100);
