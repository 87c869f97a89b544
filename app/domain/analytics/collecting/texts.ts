/**
 * Text from outside, fit for a row: well-formed, without control characters, white space collapsed, cut.
 * @param max characters
 */
export function cleanText(raw: string | null | undefined, max: number): string {
  // Cut twice: once so that a huge text costs nothing, once for its length without the white space.
  const text = (raw ?? "")
    .slice(0, max * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  // The cut may go through the middle of a character.
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

/** The same, where nothing is left: null. */
export const cleanOrNull = (raw: string | null | undefined, max: number): string | null => cleanText(raw, max) || null;
