import { transliterate } from "transliteration";

const fold = (letters: string) => letters.normalize("NFKD").replace(/\p{M}+/gu, "");

/** What the package leaves out or spells as a sign. */
const OWN = { ə: "e" };

/** `Привет, мир` becomes `privet, mir`. It knows no language: Japanese kanji read as Chinese, Arabic and Hebrew lack most vowels. */
export function romanize(text: string): string {
  return (
    text
      .normalize("NFKC")
      // Thai and Lao write AM as one letter, which the line above takes apart.
      .replaceAll("\u0e4d\u0e32", "\u0e33")
      .replaceAll("\u0ecd\u0eb2", "\u0eb3")
      .toLowerCase()
      .replace(/\p{Script=Latin}\p{M}*/gu, fold)
      // Scripts without blanks between words: each Han character is a syllable, and wide punctuation acts as a blank.
      .replace(/\p{Script=Han}+/gu, (run) => ` ${transliterate(run)} `)
      .replace(/[\u3000-\u3003\u3008-\u3020\u30fb]/g, " ")
      .replace(/(?:(?!\p{ASCII})[\p{L}\p{M}\p{N}])+/gu, (run) => transliterate(run, { replace: OWN }))
      .toLowerCase()
  );
}
