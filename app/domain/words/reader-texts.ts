import { ENGLISH_TEXTS } from "../../texts/english.ts";
import type { Plural } from "../../texts/texts.ts";
import { type PluralForm, pluralForms } from "./words-rules.ts";

type ReaderText = { key: string; english: string | Plural };

const isPlural = (value: object): value is Plural =>
  typeof (value as Plural).other === "string" && Object.keys(value).every((form) => form === "one" || form === "other");

const listTexts = (texts: object, place = ""): ReaderText[] =>
  Object.entries(texts).flatMap(([name, value]) => {
    const key = place ? `${place}.${name}` : name;
    return typeof value === "string" || isPlural(value) ? [{ key, english: value }] : listTexts(value, key);
  });

/** All that readers see, hear or get by mail. */
const READER_TEXTS: readonly ReaderText[] = listTexts(ENGLISH_TEXTS);

/** A text, or one of its plural forms, whose key ends in the form. `pattern`: the English text with all placeholders. */
export type TextPart = { key: string; form: PluralForm | null; english: string; pattern: string };

function partsOf({ key, english }: ReaderText, forms: PluralForm[]): TextPart[] {
  if (typeof english === "string") return [{ key, form: null, english, pattern: english }];
  return forms.map((form) => ({
    key: `${key}.${form}`,
    form,
    english: english[form] ?? english.other,
    pattern: english.other,
  }));
}

/** By their place, such as `listing.articles`, in the order of the screens. @param language BCP 47; says which forms there are */
export function textsIn(language: string): { key: string; parts: TextPart[] }[] {
  const forms = pluralForms(language);
  return READER_TEXTS.map((text) => ({ key: text.key, parts: partsOf(text, forms) }));
}

export const partsIn = (language: string): Map<string, TextPart> =>
  new Map(textsIn(language).flatMap(({ parts }) => parts.map((part) => [part.key, part])));
