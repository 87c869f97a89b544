import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { browserWords } from "../../app/texts/browser-words.ts";
import { ENGLISH_TEXTS } from "../../app/texts/english.ts";
import { WORDS } from "../../app/texts/languages.ts";
import { inLanguage, type Plural, plural } from "../../app/texts/texts.ts";
import { flatten } from "./flatten.ts";

/** In bytes. */
const FILE_MAX = 12_000;

const FORM = /\.(zero|one|two|few|many|other)$/;

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Of a text or of its plural form, which may leave the number to a word. */
const expected = (place: string): string[] | undefined => {
  const english = new Map(flatten(ENGLISH_TEXTS));
  const text = english.get(place) ?? english.get(place.replace(FORM, ".other"));
  return text === undefined ? undefined : (holes(text) as string[]);
};

/** The texts with forms for a number. */
function plurals(texts: object, place = ""): [place: string, forms: Plural][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === "string") return [];
    const here = place ? `${place}.${key}` : key;
    return "other" in value && typeof value.other === "string"
      ? [[here, value as Plural] as [string, Plural]]
      : plurals(value, here);
  });
}

describe.each(Object.entries(WORDS))("%s", (language, words) => {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();

  test("its texts have the holes of the English ones", () => {
    for (const [place, text] of flatten(words)) {
      const wanted = expected(place);
      const found = holes(text);
      if (FORM.test(place)) found.push(...(wanted ?? []).filter((name) => name === "count" && !found.includes(name)));
      expect([place, found.sort()]).toEqual([place, wanted]);
    }
  });

  test("texts with a number have every plural form of the language, and no other", () => {
    for (const [place, forms] of plurals(words)) expect([place, Object.keys(forms).sort()]).toEqual([place, categories]);
  });

  test("it writes apostrophes and quotes as they are printed, and repeats no English sentence", () => {
    const english = new Map(flatten(ENGLISH_TEXTS));
    for (const [place, text] of flatten(words)) {
      expect([place, /["']/.test(text)]).toEqual([place, false]);
      if (text.split(" ").length > 2) expect([place, text]).not.toEqual([place, english.get(place)]);
    }
  });

  test("its file for browsers is small", () => {
    const { json = "" } = browserWords().find((file) => file.language === language) ?? {};
    expect(brotliCompressSync(json).length).toBeLessThanOrEqual(FILE_MAX);
  });
});

test("a language says each of its plural forms", () => {
  const forms = { zero: "none", one: "one", two: "two", few: "few: {count}", many: "many: {count}", other: "other: {count}" };
  const said = (count: number) => inLanguage({ language: "ar", words: {} }, () => plural(forms, count));
  expect([0, 1, 2, 3, 11, 100].map(said)).toEqual(["none", "one", "two", "few: 3", "many: 11", "other: 100"]);
});
