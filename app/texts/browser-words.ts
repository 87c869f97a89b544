import { WORDS } from "./languages.ts";
import type { Words } from "./texts.ts";

/** The file with a language's texts: its key in the build's manifest, and its address in development. */
export const wordsFile = (language: string): string => `app/texts/words-${language}.json`;

/** Only the server shows these. */
const ON_SERVER = new Set([
  "closed",
  "data",
  "defaults",
  "guests",
  "keys",
  "mail",
  "newsletterLinks",
  "preview",
  "setup",
  "unsubscribe",
]);

export const inBrowser = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).filter(([area]) => !ON_SERVER.has(area)));

/** The texts of each language that scripts show, as the files have them. */
export const browserWords = (): { language: string; json: string }[] =>
  Object.entries(WORDS).map(([language, words]) => ({ language, json: JSON.stringify(inBrowser(words)) }));
