// What search engines show of an article: a title on one line and a description on two.

/** Characters and pixels of a title that are shown before it is cut; characters of a description. */
export const SNIPPET = { title: 60, titlePixels: 580, descriptionMin: 70, descriptionMax: 160 } as const;

/** A title is set in Arial at this size, in pixels. */
const TITLE_SIZE = 20;

/** Widths of Arial's characters in thousandths of its size, by width. */
const WIDTHS: readonly (readonly [width: number, characters: string])[] = [
  [191, "'"],
  [222, "ijl’‘"],
  [260, "|"],
  [278, " !,./:;I[\\]ft·"],
  [333, "()-`r“”"],
  [334, "{}"],
  [355, '"'],
  [389, "*"],
  [469, "^"],
  [500, "Jckszvxy"],
  [584, "+<=>~"],
  [611, "FTZ"],
  [667, "ABEKPSVXY&"],
  [722, "CDHNRUw"],
  [778, "GOQ"],
  [833, "Mm"],
  [889, "%"],
  [944, "W"],
  [1000, "—…"],
  [1015, "@"],
];
/** Digits, most small letters, and a guess for letters that the table doesn't know. */
const USUAL = 556;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

const widths = new Map(WIDTHS.flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)));

/** How wide a title stands in the results of a search engine, in pixels. Accents add nothing. */
export function titlePixels(title: string): number {
  let thousandths = 0;
  for (const character of title.normalize("NFD").replace(/\p{M}+/gu, "")) {
    thousandths += widths.get(character) ?? (WIDE.test(character) ? 1000 : USUAL);
  }
  return Math.round((thousandths * TITLE_SIZE) / 1000);
}

/** How many characters a reader sees. */
export const charactersOf = (text: string): number => [...text.trim().replace(/\s+/g, " ")].length;
