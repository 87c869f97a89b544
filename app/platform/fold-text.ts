/** Letters without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), for a class of a pattern. */
export const UNSPACED =
  "\u0e01-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}";

const SIGNS: Record<string, string> = Object.fromEntries(
  [..."’‘ʼ´′“”„‐‑–—"].map((sign, at) => [sign, at < 5 ? "'" : at < 8 ? '"' : "-"]),
);
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ħ: "h",
  ς: "σ",
};
const SIGN = /[’‘ʼ´′“”„‐‑–—]/g;
const MARK = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g;
const LETTER = /[ßæœþøłđðıħς]/g;

const PLAIN = /^[\0-\x7f]*$/;

/** How texts are compared: without case, accents and the like (ё as е, ß as ss, ’ as '), as `fold_text` in the database does. */
export const foldText = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .replace(SIGN, (sign) => SIGNS[sign] ?? sign)
        .normalize("NFKD")
        .replace(MARK, "")
        .toLowerCase()
        .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
        .normalize("NFC");

/** Plain letters, or a character with its accents, the parts of a Korean syllable together. */
const PART = /[\0-\x7f]+(?!\p{M})|[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gu;

/** `at[i]`: where in `text` the character of a folded UTF-16 unit begins. */
export function foldWithPlaces(text: string): { folded: string; at: number[] } {
  let folded = "";
  const at: number[] = [];
  for (const { 0: part, index } of text.matchAll(PART)) {
    const isPlain = part.charCodeAt(0) < 0x80 && !/\p{M}/u.test(part);
    const plain = isPlain ? part.toLowerCase() : foldText(part);
    folded += plain;
    for (let n = 0; n < plain.length; n += 1) at.push(isPlain ? index + n : index);
  }
  at.push(text.length);
  return { folded, at };
}
