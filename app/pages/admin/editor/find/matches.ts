/** What is looked for. */
export type SearchTerms = { text: string; matchCase: boolean; wholeWord: boolean };
/** A stretch of a text, in characters from its beginning. */
export type Stretch = { from: number; to: number };

/** More than so many are not shown; nobody steps through them. */
export const MAX_MATCHES = 10_000;

const LETTER = "[\\p{L}\\p{N}_]";

/** The pattern of what is looked for; null for nothing. */
export function patternOf({ text, matchCase, wholeWord }: SearchTerms): RegExp | null {
  if (text === "") return null;
  const literal = text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+");
  return new RegExp(wholeWord ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal, matchCase ? "gu" : "giu");
}

/** Every place of a text that fits, none overlapping another. */
export function stretchesOf(text: string, pattern: RegExp, limit = MAX_MATCHES): Stretch[] {
  const found: Stretch[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= limit) break;
    found.push({ from: match.index, to: match.index + match[0].length });
  }
  return found;
}

/** The first stretch that doesn't begin before a place; behind the last one it is the first again. -1 without any. */
export function indexFrom(stretches: readonly Stretch[], at: number): number {
  if (stretches.length === 0) return -1;
  const index = stretches.findIndex(({ from }) => from >= at);
  return index < 0 ? 0 : index;
}

/** A text with all stretches replaced. */
export function replaced(text: string, stretches: readonly Stretch[], by: string): string {
  let result = "";
  let at = 0;
  for (const { from, to } of stretches) {
    result += text.slice(at, from) + by;
    at = to;
  }
  return result + text.slice(at);
}
