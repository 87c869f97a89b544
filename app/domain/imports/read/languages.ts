import type { ReadOptions, SourceLanguage } from "../items.ts";

/** The language of a code such as `de`, `pt-BR` or `en_us`, in one spelling; null for anything else. */
export const languageCode = (written: string): string | null =>
  /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4}){0,2}$/i.test(written) ? written.toLowerCase().replaceAll("_", "-") : null;

/**
 * Tells which texts are in another language than the blog's main one, and reports how many there are of each.
 * @param codes of all texts, null where none is named
 * @param usual the language that the blog's configuration names, which is also that of texts that name none; null if unknown
 * @returns the languages, the main one first, or none if there is only one; and the other language of a text, null if it is in the main one
 */
export function settleLanguages(codes: Iterable<string | null>, usual: string | null, { options, tell }: ReadOptions) {
  const nameOf = (code: string | null) => code ?? usual ?? "";
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(nameOf(code), (counts.get(nameOf(code)) ?? 0) + 1);
  if (counts.size < 2) return { languages: [], otherOf: () => null };
  const [frequent = ""] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const wanted = [options.language, usual, ""].find((code) => code !== null && counts.has(code));
  const main = wanted ?? frequent;
  const languages: SourceLanguage[] = [...counts]
    .map(([code, texts]) => ({ code, texts, isMain: code === main }))
    .toSorted((a, b) => Number(b.isMain) - Number(a.isMain) || b.texts - a.texts || (a.code < b.code ? -1 : 1));
  const listed = languages.map(({ code, texts }) => `“${code || "not named"}” (${texts})`).join(", ");
  const fate = {
    all: `All are imported into the same lists. Check the file with another choice to leave out those that aren't in “${main || "the main language"}”, or to get them as drafts.`,
    drafts: `Those that aren't in “${main || "the main language"}” come as drafts, as chosen.`,
    skip: `Those that aren't in “${main || "the main language"}” are left out, as chosen.`,
  }[options.other_languages];
  tell("changed", "the languages", `The texts are in ${counts.size} languages: ${listed}. ${fate}`);
  return { languages, otherOf: (code: string | null) => (nameOf(code) === main ? null : nameOf(code) || "not named") };
}
