import { ENGLISH, type Language, type Words } from "./texts.ts";

/** The languages that ship besides English. */
export const WORDS: Record<string, Words> = {};

/** The language that readers see on a site in `language` (BCP 47). */
export const languageOf = ({ language = "en" }: { language?: string | undefined }): Language => {
  const words = WORDS[language];
  return words ? { language, words } : ENGLISH;
};
