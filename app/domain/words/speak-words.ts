import { createHash } from "node:crypto";
import type { Db } from "../../platform/database/db.ts";
import { inBrowser } from "../../texts/browser-words.ts";
import { ENGLISH_TEXTS } from "../../texts/english.ts";
import { WORDS } from "../../texts/languages.ts";
import type { Language, Words } from "../../texts/texts.ts";
import { partsIn } from "./reader-texts.ts";
import { wordsOf } from "./words.sql.ts";
import { wordFault } from "./words-rules.ts";

/** A copy in which the text at the path is another. */
function withText(texts: object, [name = "", ...rest]: string[], text: string): object {
  const inner = (texts as Record<string, object>)[name];
  return { ...texts, [name]: rest.length === 0 || !inner ? text : withText(inner, rest, text) };
}

/** What of a text isn't there in the language is English. */
function withWord(words: Words, key: string, text: string): Words {
  const [area = "", name = "", ...rest] = key.split(".");
  const english = (ENGLISH_TEXTS as Words)[area]?.[name];
  const next = rest.length === 0 ? text : withText((words[area]?.[name] ?? english) as object, rest, text);
  return { ...words, [area]: { ...words[area], [name]: next } };
}

/** A text that this release has no place for, or whose placeholders are others now, is ignored. */
export function speakWith(language: string, own: Map<string, string>): Language | undefined {
  if (own.size === 0) return undefined;
  const parts = partsIn(language);
  const used = [...own].filter(([key, text]) => {
    const part = parts.get(key);
    return part && wordFault(text, part.pattern, part.form) === null;
  });
  if (used.length === 0) return undefined;
  const words = used.reduce((all, [key, text]) => withWord(all, key, text), WORDS[language] ?? {});
  const version = createHash("sha256")
    .update(JSON.stringify(inBrowser(words)))
    .digest("base64url")
    .slice(0, 8);
  return { language, words, version };
}

/** The language with what the owner has changed in it; undefined if that is nothing. */
export const readSpoken = async (db: Db, language: string): Promise<Language | undefined> =>
  speakWith(language, await wordsOf(db, language));
