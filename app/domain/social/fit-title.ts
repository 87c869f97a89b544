/** Advance widths of Newsreader 600, in hundredths of the type size. */
const WIDTHS: Record<number, string> = {
  23: " '’‘.,|:",
  29: "!;jli()[]{}",
  37: "I-ft",
  42: "/\\_s*r",
  48: 'cz?Jea`“”"',
  53: "gxovy+<=>^~–",
  58: "bqudkpShn",
  62: "#$0123456789FLPZE",
  71: "BRTCYV&—…",
  78: "AXGKNUwDOQ",
  88: "%Hm@",
  103: "MW",
};
const WIDTH_OF = new Map(
  Object.entries(WIDTHS).flatMap(([width, chars]) => [...chars].map((char) => [char, Number(width) / 100])),
);

/** Tight titles: added to every letter, in parts of the type size. */
export const LETTER_SPACING = -0.018;

/** What is not listed: Latin letters with accents, and beyond them the letters of the wider sans. */
const guess = (char: string) => (char <= "\u024f" || (char >= "\u1e00" && char <= "\u1eff") ? 0.56 : 0.68);
const widthOf = (text: string) => {
  let width = 0;
  for (const char of text) width += (WIDTH_OF.get(char) ?? guess(char)) + LETTER_SPACING;
  return width;
};

/** Lines of a title, the type size in pixels and the line height in parts of it. */
export type Fit = { lines: string[]; size: number; lineHeight: number };

const SMALLEST = 30;
const SIZES = [80, 76, 72, 68, 64, 60, 56, 52, 48, 44, 41, 38, 35, 32, SMALLEST];
/** Only below this size a long word is broken; above it the type gives way. */
const BREAKING = 44;

/** A word that is wider than a line goes on in the next. */
function pieces(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word];
  const cut: string[] = [""];
  for (const char of word) {
    const last = cut.length - 1;
    if (widthOf(cut[last] + char) > room) cut.push(char);
    else cut[last] += char;
  }
  return cut;
}

/** Breaks words into as few lines as they need, of lengths as equal as can be. */
function balance(words: string[], room: number): string[] {
  const widths = words.map(widthOf);
  const space = widthOf(" ");
  // best[i]: the lines from word i on, fewest first, then the least waste (its squares, so that it is shared).
  const best: { lines: number; waste: number; next: number }[] = [];
  best[words.length] = { lines: 0, waste: 0, next: words.length };
  for (let start = words.length - 1; start >= 0; start -= 1) {
    let width = -space;
    for (let end = start; end < words.length; end += 1) {
      width += space + (widths[end] ?? 0);
      if (width > room && end > start) break;
      const rest = best[end + 1];
      if (!rest) break;
      const found = { lines: rest.lines + 1, waste: rest.waste + (room - width) ** 2, next: end + 1 };
      const known = best[start];
      if (!known || found.lines < known.lines || (found.lines === known.lines && found.waste < known.waste)) best[start] = found;
    }
  }
  const lines: string[] = [];
  for (let at = 0; at < words.length; ) {
    const { next } = best[at] ?? { next: words.length };
    lines.push(words.slice(at, next).join(" "));
    at = next;
  }
  return lines;
}

/** Only the lines that fit; the last of them ends in dots. */
function cut(fit: Fit, height: number): Fit {
  const lines = fit.lines.slice(0, Math.max(1, Math.floor(height / (fit.size * fit.lineHeight))));
  lines.push(`${lines.pop()?.slice(0, -1).trimEnd()}…`);
  return { ...fit, lines };
}

/**
 * Sets a title in its box: large, and in balanced lines.
 * @param title words with single spaces between
 * @param box its width and height in pixels
 */
export function fitTitle(title: string, { width, height }: { width: number; height: number }): Fit {
  const words = title.split(" ");
  const set = (size: number): Fit => {
    const room = width / size;
    const lines = balance(
      words.flatMap((word) => pieces(word, room)),
      room,
    );
    return { lines, size, lineHeight: size > 56 ? 1.06 : 1.13 };
  };
  const fits = ({ lines, size, lineHeight }: Fit) =>
    lines.length * size * lineHeight <= height && (size <= BREAKING || words.every((word) => widthOf(word) * size <= width));
  // Even lines are worth some size: one word alone in a line looks forgotten.
  const merit = ({ lines, size }: Fit) => {
    const widths = lines.map(widthOf);
    return size * (0.6 + (0.4 * Math.min(...widths)) / Math.max(...widths));
  };
  const [first = cut(set(SMALLEST), height), ...others] = SIZES.map(set).filter(fits);
  return others.reduce((best, fit) => (merit(fit) > merit(best) ? fit : best), first);
}
