import { FONT_FAMILY } from "./fonts.ts";
import { SOCIAL_HEIGHT, type SocialCard } from "./social-rules.ts";

/** Newsreader 600, in hundredths of the type size. */
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

const LETTER_SPACING = -0.018;

/** Widths of other characters: Latin letters with accents, and letters of the wider sans. */
const guess = (char: string) => (char <= "\u024f" || (char >= "\u1e00" && char <= "\u1eff") ? 0.56 : 0.68);
const widthOf = (text: string) => {
  let width = 0;
  for (const char of text) width += (WIDTH_OF.get(char) ?? guess(char)) + LETTER_SPACING;
  return width;
};

/** The lines of a title, its type size in pixels, and its line height relative to the type size. */
type Fit = { lines: string[]; size: number; lineHeight: number };

const SMALLEST = 30;
const SIZES = [80, 76, 72, 68, 64, 60, 56, 52, 48, 44, 41, 38, 35, 32, SMALLEST];
/** Long words are broken only below this type size; above it, the size is reduced. */
const BREAKING = 44;

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

function balance(words: string[], room: number): string[] {
  const widths = words.map(widthOf);
  const space = widthOf(" ");
  // best[i]: the best lines from word i on: the fewest, then those with the least sum of squares of the empty space.
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

/** Keeps the lines that fit; the last one ends with an ellipsis. */
function cut(fit: Fit, height: number): Fit {
  const lines = fit.lines.slice(0, Math.max(1, Math.floor(height / (fit.size * fit.lineHeight))));
  lines.push(`${lines.pop()?.slice(0, -1).trimEnd()}…`);
  return { ...fit, lines };
}

/**
 * Fits a title into its box, as large as possible and in balanced lines.
 * @param title words separated by single spaces
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
  // Balanced lines are worth a smaller size: a single word in the last line looks bad.
  const merit = ({ lines, size }: Fit) => {
    const widths = lines.map(widthOf);
    return size * (0.6 + (0.4 * Math.min(...widths)) / Math.max(...widths));
  };
  const [first = cut(set(SMALLEST), height), ...others] = SIZES.map(set).filter(fits);
  return others.reduce((best, fit) => (merit(fit) > merit(best) ? fit : best), first);
}

/** The width of the text in pixels; the drawing is to its right. */
export const TEXT_WIDTH = 640;
const PADDING_X = 64;
const PADDING_Y = 56;
const TITLE = { width: TEXT_WIDTH - PADDING_X - 44, height: 316 };

const NAME_INDENT = 62;
/** Where the owner's logo is, and the room that it has: in place of the name, or as a symbol before it. */
export const LOGO_PLACES = {
  logo: { left: PADDING_X, top: PADDING_Y - 4, width: TITLE.width, height: 52 },
  symbol: { left: PADDING_X - 2, top: PADDING_Y - 2, width: 48, height: 48 },
};

/** Colors of the text, `#rrggbb`. */
export type Inks = { ink: string; quiet: string; accent: string };

type Box = { type: string; props: { style: Record<string, unknown>; children?: unknown } };
const box = (style: Record<string, unknown>, ...children: (Box | string)[]): Box => ({
  type: "div",
  props: { style: { display: "flex", ...style }, ...(children.length > 0 ? { children } : {}) },
});

/** One or two lines; longer text ends with an ellipsis. */
const clamped = (style: Record<string, unknown>, text: string, lines: number) =>
  box({ width: TITLE.width, ...style, display: "block", lineClamp: lines }, text);

function brand({ siteName, brand }: SocialCard, { ink }: Inks): Box {
  const name = brand?.sign === "logo" ? " " : siteName || " ";
  const indent = brand === undefined || brand.sign === "symbol" ? NAME_INDENT : 0;
  const style = {
    fontFamily: FONT_FAMILY.title,
    fontWeight: 600,
    fontSize: 34,
    lineHeight: 1.3,
    letterSpacing: -0.4,
    color: ink,
  };
  return box({ paddingLeft: indent }, clamped({ ...style, width: TITLE.width - indent }, name, 1));
}

/** A number of characters that always fits into two lines, because satori cannot both balance lines and limit them. */
const TWO_LINES = 76;

const factsLine = (facts: string, style: Record<string, unknown>) =>
  facts.length <= TWO_LINES
    ? box({ width: TITLE.width, ...style, display: "block", textWrap: "balance" }, facts)
    : clamped(style, facts, 2);

function footer({ category, author, minutes }: SocialCard, { quiet, accent }: Inks): Box {
  const facts = [author, minutes && `${minutes} min read`].filter((fact) => fact).join("  ·  ");
  const line = { fontSize: 24, lineHeight: 1.4 };
  const strong = { ...line, fontFamily: FONT_FAMILY.strong, fontWeight: 600, color: accent, letterSpacing: 0.2 };
  return box(
    { flexDirection: "column" },
    ...(category?.name ? [clamped(strong, category.name, 1)] : []),
    ...(facts ? [factsLine(facts, { ...line, fontFamily: FONT_FAMILY.text, fontWeight: 500, color: quiet })] : []),
  );
}

const LETTERS = /[\p{L}\p{N}]/gu;
const lettersOf = (text: string): number => text.normalize("NFC").match(LETTERS)?.length ?? 0;

/**
 * Removes from a card what the fonts can't draw: pictographs from a text, and a text as a whole if they lack some of its letters, because a
 * part of it would be another text.
 */
function drawableCard(card: SocialCard, drawable: (text: string) => string): SocialCard {
  const whole = (text: string) => {
    const drawn = drawable(text);
    return lettersOf(drawn) === lettersOf(text) ? drawn : "";
  };
  const category = card.category && { ...card.category, name: whole(card.category.name) };
  return {
    ...card,
    siteName: whole(card.siteName),
    category,
    title: whole(card.title),
    author: card.author && whole(card.author),
  };
}

/**
 * Composes the text of a social image as a tree for satori: the site's name, the title in balanced lines, author, category and reading
 * time. `placeMark` draws the logo next to the name.
 * @param drawable removes from a text what the fonts can't draw
 */
export function composeText(written: SocialCard, inks: Inks, drawable: (text: string) => string): Box {
  const card = drawableCard(written, drawable);
  const { lines, size, lineHeight } = fitTitle(card.title, TITLE);
  const letters = {
    fontFamily: FONT_FAMILY.title,
    fontWeight: 600,
    fontSize: size,
    lineHeight,
    letterSpacing: size * LETTER_SPACING,
  };
  return box(
    {
      width: TEXT_WIDTH,
      height: SOCIAL_HEIGHT,
      flexDirection: "column",
      boxSizing: "border-box",
      justifyContent: "space-between",
      padding: `${PADDING_Y}px 0 ${PADDING_Y - 4}px ${PADDING_X}px`,
    },
    brand(card, inks),
    box(
      { flexDirection: "column" },
      ...(card.title ? lines : []).map((line) => box({ ...letters, color: inks.ink, whiteSpace: "nowrap" }, line)),
    ),
    footer(card, inks),
  );
}

/** The logo, 32 × 32: a skylark over a band of dawn. The same paths as in the header of pages. */
const BIRD =
  "M31 9.2 27.4 7.6C26.6 6 24.9 5.2 23.2 5.5L20.2 3.4 20.6 6.3C18.8 7.4 17.4 9.1 16.4 10.9 13.6 6.6 8.6 3.4 2.4 2.6 3 6.9 5.4 10.6 8.8 13L6.2 13.2C7.7 15.2 9.8 16.5 12 17.2L1 21.4 2.6 23.2H6.4C9.4 22.9 11.6 22.2 13.6 21.3 19.4 22.4 25.2 19.2 26.6 12.7 27.2 11.6 27.6 10.8 28.2 10.3z";
const DAWN = "M2 27.4Q16 23.4 30 27.4 16 31.4 2 27.4z";

export const placeMark = (ink: string, dawn: string) =>
  `<g transform="translate(${PADDING_X - 2} ${PADDING_Y - 2}) scale(1.45)"><path fill="${ink}" d="${BIRD}"/><path fill="${dawn}" d="${DAWN}"/></g>`;
