/** BCP 47. */
export const LANGUAGES = [
  ...([
    "en",
    "ar",
    "bg",
    "bn",
    "ca",
    "cs",
    "da",
    "de",
    "el",
    "es",
    "et",
    "eu",
    "fa",
    "fi",
    "fr",
    "ga",
    "gl",
    "he",
    "hi",
  ] as const),
  ...(["hr", "hu", "id", "is", "it", "ja", "ko", "lt", "lv", "ms", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk"] as const),
  ...(["sl", "sr", "sv", "sw", "ta", "th", "tr", "uk", "ur", "vi", "zh-Hans", "zh-Hant"] as const),
] as const;

/** "German (Deutsch)". */
export function languageName(language: string): string {
  const [name, own] = ["en", language].map((locale) => new Intl.DisplayNames(locale, { type: "language" }).of(language));
  return name === own ? `${name}` : `${name} (${own})`;
}

export type Language = (typeof LANGUAGES)[number];

/** "Français": the name in the language itself, as it begins a line. */
export function ownLanguageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The language of the list that is `tag`, or that `tag` is a form of: `de` for `de-AT`. */
export function knownLanguage(tag: string): string | undefined {
  const known: readonly string[] = LANGUAGES;
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    const wanted = [`${language}-${region}`, `${language}-${script}`, language === "no" ? "nb" : language];
    return wanted.find((one) => known.includes(one));
  } catch {
    return undefined; // not BCP 47
  }
}
