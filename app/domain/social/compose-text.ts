import { fitTitle, LETTER_SPACING } from "./fit-title.ts";
import { FONT_FAMILY } from "./fonts.ts";
import { SOCIAL_HEIGHT, type SocialCard } from "./model.ts";

/** The column of text, in pixels; the drawing has what is right of it. */
export const TEXT_WIDTH = 640;
const PADDING_X = 64;
const PADDING_Y = 56;
const TITLE = { width: TEXT_WIDTH - PADDING_X - 44, height: 316 };

/** Colours of the text, `#rrggbb`. */
export type Inks = { ink: string; quiet: string; accent: string };

type Box = { type: string; props: { style: Record<string, unknown>; children?: unknown } };
const box = (style: Record<string, unknown>, ...children: (Box | string)[]): Box => ({
  type: "div",
  props: { style: { display: "flex", ...style }, ...(children.length > 0 ? { children } : {}) },
});

/** A line, or two, that ends in dots when it is longer. */
const clamped = (style: Record<string, unknown>, text: string, lines: number) =>
  box({ width: TITLE.width, ...style, display: "block", lineClamp: lines }, text);

function brand(name: string, { ink }: Inks): Box {
  const style = {
    fontFamily: FONT_FAMILY.title,
    fontWeight: 600,
    fontSize: 34,
    lineHeight: 1.3,
    letterSpacing: -0.4,
    color: ink,
  };
  return box({ paddingLeft: 62 }, clamped({ ...style, width: TITLE.width - 62 }, name, 1));
}

/** Characters that surely fit into two lines. satori either balances lines or counts them. */
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

/** The card with nothing in it that the fonts can't draw; a title of which nothing is left is the category's or site's. */
function drawableCard(card: SocialCard, drawable: (text: string) => string): SocialCard {
  const siteName = drawable(card.siteName);
  const category = card.category && { ...card.category, name: drawable(card.category.name) };
  const title = drawable(card.title) || category?.name || siteName;
  return { ...card, siteName, category, title, author: card.author && drawable(card.author) };
}

/**
 * The text of a social image as a tree for satori: the site's name, the title in balanced lines, and who, what, how long.
 * The mark beside the name is drawn apart.
 * @param drawable takes out of a text what the fonts can't draw
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
    brand(card.siteName, inks),
    box({ flexDirection: "column" }, ...lines.map((line) => box({ ...letters, color: inks.ink, whiteSpace: "nowrap" }, line))),
    footer(card, inks),
  );
}

/** The brand's mark, 32 × 32: a skylark over a band of dawn. The same paths as in the pages' header. */
const BIRD =
  "M31 9.2 27.4 7.6C26.6 6 24.9 5.2 23.2 5.5L20.2 3.4 20.6 6.3C18.8 7.4 17.4 9.1 16.4 10.9 13.6 6.6 8.6 3.4 2.4 2.6 3 6.9 5.4 10.6 8.8 13L6.2 13.2C7.7 15.2 9.8 16.5 12 17.2L1 21.4 2.6 23.2H6.4C9.4 22.9 11.6 22.2 13.6 21.3 19.4 22.4 25.2 19.2 26.6 12.7 27.2 11.6 27.6 10.8 28.2 10.3z";
const DAWN = "M2 27.4Q16 23.4 30 27.4 16 31.4 2 27.4z";

/** The mark beside the site's name. */
export const placeMark = (ink: string, dawn: string) =>
  `<g transform="translate(${PADDING_X - 2} ${PADDING_Y - 2}) scale(1.45)"><path fill="${ink}" d="${BIRD}"/><path fill="${dawn}" d="${DAWN}"/></g>`;
