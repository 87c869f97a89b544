import { WORDS } from "../../texts/languages.ts";
import type { Words } from "../../texts/texts.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { LANGUAGES } from "../settings/language-rules.ts";
import { textsIn } from "./reader-texts.ts";
import { wordsPolicy } from "./words.policy.ts";
import { storedWords } from "./words.sql.ts";
import type { ReaderText, WordsState } from "./words.ts";

type Code = WordsState["language"];

/** The text that comes with the site. */
export function shippedText(language: string, key: string, english: string): string | null {
  if (language === "en") return english;
  let found: unknown = WORDS[language];
  for (const name of key.split(".")) found = (found as Words | undefined)?.[name];
  return typeof found === "string" ? found : null;
}

const textsWith = (language: string, own: Map<string, string>): ReaderText[] =>
  textsIn(language).map(({ key, parts }) => ({
    key,
    parts: parts.map(({ pattern: _, ...part }) => ({
      ...part,
      shipped: shippedText(language, part.key, part.english),
      own: own.get(part.key) ?? null,
    })),
  }));

const count = (language: Code, texts: ReaderText[]) => ({
  language,
  translated: texts.filter(({ parts }) => parts.every(({ shipped, own }) => (own ?? shipped) !== null)).length,
  changed: texts.filter(({ parts }) => parts.some(({ own }) => own !== null)).length,
});

/** @throws DomainError `forbidden` */
export async function readWords({ db }: Context, actor: Actor, language: Code): Promise<WordsState> {
  authorize(actor, wordsPolicy.read);
  const own = Map.groupBy(await storedWords(db), (word) => word.language);
  const textsOf = (code: string) => textsWith(code, new Map(own.get(code)?.map(({ key, text }) => [key, text])));
  const texts = textsOf(language);
  const languages = LANGUAGES.map((code) => count(code, code === language ? texts : textsOf(code)));
  return { language, texts, languages };
}
