// How search engines show an article: a title on one line and a description on two.

/** Characters and pixels that are shown before the text is cut. */
export const SNIPPET = { title: 60, titlePixels: 580, descriptionMin: 70, descriptionMax: 160 } as const;

/** pixels, in Arial */
const TITLE_SIZE = 20;

/** Thousandths of the size, of Arial's characters. */
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
/** Digits, most lower-case letters, and a guess for characters that are not in the table. */
const USUAL = 556;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

const widths = new Map(WIDTHS.flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)));

/** The width of a title in the results of a search engine, in pixels. Accents add nothing. */
export function titlePixels(title: string): number {
  let thousandths = 0;
  for (const character of title.normalize("NFD").replace(/\p{M}+/gu, "")) {
    thousandths += widths.get(character) ?? (WIDE.test(character) ? 1000 : USUAL);
  }
  return Math.round((thousandths * TITLE_SIZE) / 1000);
}

export const charactersOf = (text: string): number => [...text.trim().replace(/\s+/g, " ")].length;

/** How hard a text is to read. `ease`: Flesch reading ease, 100 easy to 0 hard; `grade`: Flesch–Kincaid grade, in years of school. */
export type ReadingLevel = { words: number; sentences: number; syllables: number; ease: number; grade: number };

/** Below this many words the formulas mean nothing. */
const READING_MIN_WORDS = 100;

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;
const COMMON = new Set(
  "the and of to a in is that it for was on with as are you be this at by not have from or one but what all were we when".split(
    " ",
  ),
);
/** English texts have at least this share of them; other languages have less. */
const ENGLISH_SHARE = 0.15;
/** Endings that add no syllable. */
const SILENT = /(?:[^laeiouycsxzgh]es|[^dt]ed|[^laeiouy]e)$/;

/** The syllables of an English word, counted by groups of vowels. Right for about nine words in ten. */
export function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  if (letters.length <= 3) return 1;
  const groups = letters
    .replace(SILENT, "")
    .replace(/^y/, "")
    .match(/[aeiouy]{1,3}/g);
  return Math.max(1, groups?.length ?? 1);
}

/** Whether a text is English, judged by its most common words. */
export function isEnglish(words: readonly string[]): boolean {
  const common = words.filter((word) => COMMON.has(word.toLowerCase())).length;
  return words.length > 0 && common / words.length >= ENGLISH_SHARE;
}

/** A sentence ends with a mark and a space, or at the end of a block. */
function sentencesOf(block: string): number {
  const ends = block.match(/[.!?…]+["'”’)\]]*(?=\s|$)/g)?.length ?? 0;
  return /[.!?…]["'”’)\]]*\s*$/.test(block) ? ends : ends + 1;
}

/**
 * The reading level of an English text by Flesch (1948) and Kincaid (1975): 206.835 − 1.015 · words per sentence − 84.6 ·
 * syllables per word, and 0.39 · words per sentence + 11.8 · syllables per word − 15.59.
 * @param blocks the paragraphs and list items, as plain text
 * @returns "short" below READING_MIN_WORDS; "foreign" if the text isn't English, because the formulas are for English only
 */
export function readingLevel(blocks: readonly string[]): ReadingLevel | "short" | "foreign" {
  const words = blocks.flatMap((block) => block.match(WORD) ?? []);
  if (words.length < READING_MIN_WORDS) return "short";
  if (!isEnglish(words)) return "foreign";
  const sentences = blocks.reduce((sum, block) => sum + (/[\p{L}\p{N}]/u.test(block) ? sentencesOf(block) : 0), 0);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  const perSentence = words.length / Math.max(1, sentences);
  const perWord = syllables / words.length;
  return {
    words: words.length,
    sentences,
    syllables,
    ease: Math.round(206.835 - 1.015 * perSentence - 84.6 * perWord),
    grade: Math.max(0, Math.round(0.39 * perSentence + 11.8 * perWord - 15.59)),
  };
}

/** A reading ease in words, in Flesch's steps. */
export function easeInWords(ease: number): string {
  if (ease >= 80) return "easy";
  if (ease >= 60) return "plain";
  if (ease >= 50) return "fairly hard";
  return ease >= 30 ? "hard" : "very hard";
}
