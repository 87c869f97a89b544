import { locale } from "./texts.ts";

/** The languages besides English in which all readers' texts are there (BCP 47). */
export const SHIPPED = ["ar", "de", "es", "fr", "it", "pt-BR"] as const;

/** "English, French or German". @param language in which they are named (BCP 47) */
export function shippedNames(language = locale()): string {
  const names = new Intl.DisplayNames(language, { type: "language" });
  const all = ["en", ...SHIPPED].map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, language));
  return new Intl.ListFormat(language, { type: "disjunction" }).format(all);
}
