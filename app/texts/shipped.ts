import { locale } from "./texts.ts";

/** The languages besides English in which all readers' texts are there (BCP 47). */
export const SHIPPED = ["ar", "de", "es", "fr", "it", "pt-BR"] as const;

/** "English, French or German", in the current language. */
export function shippedNames(): string {
  const names = new Intl.DisplayNames(locale(), { type: "language" });
  const all = ["en", ...SHIPPED].map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, locale()));
  return new Intl.ListFormat(locale(), { type: "disjunction" }).format(all);
}
