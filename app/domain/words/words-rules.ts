/** In characters. */
export const WORD_MAX = 500;

/** Texts that are saved at once. */
export const WORDS_MAX = 500;

/** In the order of numbers, as grammars list them. */
const FORMS = ["zero", "one", "two", "few", "many", "other"] as const;
export type PluralForm = (typeof FORMS)[number];

export function pluralForms(language: string): PluralForm[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return FORMS.filter((form) => pluralCategories.includes(form));
}

/** Where a language may say the number as a word. */
const WITHOUT_NUMBER: (PluralForm | null)[] = ["zero", "one", "two"];

const CONTROL = /\p{Cc}/u;

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found);

const timesIn = (all: string[], one: string): number => all.filter((name) => name === one).length;

/** Why a text can't be used in place of the English one; null if it can. @param form the plural form that it is, if any */
export function wordFault(text: string, english: string, form: PluralForm | null): string | null {
  if (text.length > WORD_MAX) return `Text must have at most ${WORD_MAX} characters`;
  if (!text.isWellFormed() || CONTROL.test(text)) return "Text must not have control characters or broken ones";
  const [found, wanted] = [placeholders(text), placeholders(english)];
  const missing = wanted.find((name) => !found.includes(name) && !(name === "{count}" && WITHOUT_NUMBER.includes(form)));
  if (missing) return `Text must contain ${missing}, as the English text does`;
  const unknown = found.find((name) => !wanted.includes(name));
  if (unknown) return `Text must not contain ${unknown}, because the English text doesn’t`;
  const doubled = found.find((name) => timesIn(found, name) > timesIn(wanted, name));
  return doubled ? `Text must contain ${doubled} only once` : null;
}
