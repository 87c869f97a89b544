import { z } from "zod";
import { component } from "../schema-fields.ts";
import { LANGUAGES } from "../settings/language-rules.ts";
import { WORD_MAX, WORDS_MAX } from "./words-rules.ts";

export const wordsLanguage = z.enum(LANGUAGES, `Language must be one of ${LANGUAGES.join(", ")}`);

/** Null brings back the text that comes with the site. */
export const wordsSave = z.strictObject({
  language: wordsLanguage,
  words: z
    .record(z.string(), z.string("Text must be text, or null to remove it").nullable(), "Words must be texts by their keys")
    .refine((words) => Object.keys(words).length <= WORDS_MAX, `At most ${WORDS_MAX} texts can be saved at once`)
    .meta({
      description: `Texts of at most ${WORD_MAX} characters by their keys, at most ${WORDS_MAX}; null brings back the text that comes with the site`,
    }),
});
export type WordsSave = z.infer<typeof wordsSave>;

const wordPart = z.object({
  key: z.string().meta({ description: "What a save calls it" }),
  form: z
    .string()
    .nullable()
    .meta({ description: "The plural form (a category of `Intl.PluralRules`); null for a text without a number" }),
  english: z.string(),
  shipped: z.string().nullable().meta({ description: "The text that comes with the site in this language" }),
  own: z.string().nullable().meta({ description: "What the owner has set" }),
});
export type WordPart = z.infer<typeof wordPart>;

const readerText = z.object({
  key: z.string().meta({ description: "Its place: the part of the site, then its name" }),
  parts: z.array(wordPart).meta({ description: "One; for a text with a number one for each plural form of the language" }),
});
export type ReaderText = z.infer<typeof readerText>;

export const wordsState = component(
  "Words",
  z.object({
    language: z.enum(LANGUAGES),
    texts: z.array(readerText),
    languages: z
      .array(
        z.object({
          language: z.enum(LANGUAGES),
          translated: z.int().meta({ description: "Texts that aren’t English where the language isn’t" }),
          changed: z.int().meta({ description: "Texts that the owner has set" }),
        }),
      )
      .meta({ description: "Every language that the site can have" }),
  }),
  {
    language: "nl",
    texts: [
      {
        key: "layout.signUp",
        parts: [{ key: "layout.signUp", form: null, english: "Sign Up", shipped: null, own: "Aanmelden" }],
      },
    ],
    languages: [{ language: "nl", translated: 1, changed: 1 }],
  },
);
export type WordsState = z.infer<typeof wordsState>;
