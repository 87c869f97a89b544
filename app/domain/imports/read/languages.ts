import { LANGUAGES, type Language } from "../../settings/language-rules.ts";
import type { ReadOptions, SourceLanguage } from "../items.ts";

/** `de`, `pt-BR` or `en_us` in one spelling; null for anything else. */
export const languageCode = (written: string): string | null =>
  /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4}){0,2}$/i.test(written) ? written.toLowerCase().replaceAll("_", "-") : null;

const BY_CODE = new Map<string, Language>(LANGUAGES.map((language) => [language.toLowerCase(), language]));
const OTHER_CODES: Record<string, Language> = {
  no: "nb",
  "zh-cn": "zh-Hans",
  "zh-tw": "zh-Hant",
  "zh-hk": "zh-Hant",
  zh: "zh-Hans",
};

/** Of those that posts can have here. @param code as `languageCode` spells it */
function knownLanguage(code: string): Language | null {
  const known = (one: string) => BY_CODE.get(one) ?? OTHER_CODES[one];
  return known(code) ?? known(code.split("-", 1)[0] ?? "") ?? null;
}

/**
 * Reports how many texts there are of each language.
 * @param usual of the blog and of texts that name none @returns the main language first, or none if there is only one; `otherOf`: null for
 * a text in it; `knownOf`: the language that the post gets, null if there is only one
 */
export function settleLanguages(codes: Iterable<string | null>, usual: string | null, { options, report }: ReadOptions) {
  const nameOf = (code: string | null) => code ?? usual ?? "";
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(nameOf(code), (counts.get(nameOf(code)) ?? 0) + 1);
  if (counts.size < 2) return { languages: [], otherOf: () => null, knownOf: () => null };
  const [frequent = ""] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const wanted = [options.language, usual, ""].find((code) => code !== null && counts.has(code));
  const main = wanted ?? frequent;
  const languages: SourceLanguage[] = [...counts]
    .map(([code, texts]) => ({ code, texts, isMain: code === main }))
    .toSorted((a, b) => Number(b.isMain) - Number(a.isMain) || b.texts - a.texts || (a.code < b.code ? -1 : 1));
  const listed = languages.map(({ code, texts }) => `“${code || "not named"}” (${texts})`).join(", ");
  const fate = {
    all: `All are imported into the same lists. Check the file with another choice to leave out those that aren’t in “${main || "the main language"}”, or to get them as drafts.`,
    drafts: `Those that aren’t in “${main || "the main language"}” come as drafts, as chosen.`,
    skip: `Those that aren’t in “${main || "the main language"}” are left out, as chosen.`,
  }[options.other_languages];
  report("changed", "the languages", `The texts are in ${counts.size} languages: ${listed}. ${fate}`);
  return {
    languages,
    otherOf: (code: string | null) => (nameOf(code) === main ? null : nameOf(code) || "not named"),
    knownOf: (code: string | null) => knownLanguage(nameOf(code)),
  };
}
