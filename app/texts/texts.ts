/** What is said in one place, by the categories of `Intl.PluralRules`. `{count}` is the number. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of a language: of each area of the screens, those that it has. */
export type Words = Record<string, Record<string, unknown> | undefined>;

/** `language` (BCP 47) is `en` where there are no words. `version`: of words that the owner has changed, for the address of their file. */
export type Language = { language: string; words: Words | null; version?: string };

export const ENGLISH: Language = { language: "en", words: null };

let current = ENGLISH;

/** For the browser, whose page has one language. Modules must not read texts before it is called. */
export function speak(language: Language): void {
  current = language;
}

/** For the server, which writes for one site after the other. `write` has to be synchronous: the next text may be in another language. */
export function inLanguage<T>(language: Language, write: () => T): T {
  const before = current;
  current = language;
  try {
    return write();
  } finally {
    current = before;
  }
}

/** Reads the texts of an area in the current language. What it lacks is English. Scripts leave out areas that they don't use. */
export const textsOf = /* @__NO_SIDE_EFFECTS__ */ <const T extends object>(area: string, english: T): T =>
  new Proxy(english, {
    get: (_, key: string) => current.words?.[area]?.[key] ?? english[key as keyof T],
  });

/** BCP 47. */
export const language = (): string => current.language;

export const isRightToLeft = (): boolean => /^(ar|fa|he|ur)$/.test(current.language);

export const isEnglish = (): boolean => current.language === "en";

/** For `Intl`. Digits are the same everywhere, so that the server and the browser write the same. */
export const locale = (): string => (isEnglish() ? "en-US" : `${current.language}-u-nu-latn`);

export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Replaces each `{name}` by the value of that name. */
export const fill = <const Text extends string>(text: Text, values: Record<NamesIn<Text>, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String((values as Record<string, string | number>)[name]));

/** The form for the number, with `{count}` and the other values in place. @param shown how the number is written */
export const plural = (forms: Plural, count: number, shown: string | number = count, values: object = {}): string =>
  fill(forms[new Intl.PluralRules(locale()).select(count)] ?? forms.other, { ...values, count: shown });
