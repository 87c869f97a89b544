const BEFORE = 60;
const LENGTH = 180;

/**
 * A plain-text excerpt around the first word of `text` that begins with one of `words`, about 180 characters long, cut
 * between words and marked with `…` where it is cut. Undefined when none is found.
 */
export function snippetOf(text: string, words: string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join("|")})`, "iu").exec(text);
  if (!found) return undefined;
  const start = found.index <= BEFORE ? 0 : wordStart(text, found.index - BEFORE, found.index);
  const end = start + LENGTH >= text.length ? text.length : wordEnd(text, start + LENGTH, found.index + found[0].length);
  const body = text.slice(start, end).toWellFormed().replace(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${body}${end < text.length ? "…" : ""}`;
}

/** The first beginning of a word at or after `from`, at most `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space < 0 ? limit : from + space + 1;
}

/** The last end of a word at or before `from`, after `limit`; `from` itself where there is none. */
function wordEnd(text: string, from: number, limit: number): number {
  for (let at = from; at > limit; at--) if (/\s/.test(text.charAt(at))) return at;
  return Math.max(from, limit);
}
