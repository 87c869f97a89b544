import { Extension, InputRule } from "@tiptap/core";
import { choiceOf } from "../choices.ts";

/** Opening and closing quotes, double and single, and what "--" becomes. */
type Marks = { double: [string, string]; single: [string, string]; dash: string };

const ENGLISH: Marks = { double: ["“", "”"], single: ["‘", "’"], dash: "—" };
const GERMAN: Marks = { double: ["„", "“"], single: ["‚", "‘"], dash: "–" };
const GUILLEMETS: Marks = { double: ["«", "»"], single: ["‹", "›"], dash: "—" };
const SWEDISH: Marks = { double: ["”", "”"], single: ["’", "’"], dash: "–" };
const POLISH: Marks = { double: ["„", "”"], single: ["‚", "’"], dash: "–" };

/** By language. All others write as in English. */
const LANGUAGES: Record<string, Marks> = {
  de: GERMAN,
  cs: GERMAN,
  sk: GERMAN,
  sl: GERMAN,
  bg: GERMAN,
  pl: POLISH,
  ro: POLISH,
  hu: POLISH,
  sv: SWEDISH,
  fi: SWEDISH,
  it: GUILLEMETS,
  es: GUILLEMETS,
  pt: ENGLISH,
  ru: GUILLEMETS,
  uk: GUILLEMETS,
  el: GUILLEMETS,
  nb: { ...GUILLEMETS, single: ["‘", "’"], dash: "–" },
  // Narrow spaces that don't break keep French quotes with their words.
  fr: { double: ["«\u202f", "\u202f»"], single: ["‹\u202f", "\u202f›"], dash: "—" },
};

/** The marks of a language, by its tag such as `de-AT`. */
export const marksOf = (language: string): Marks => LANGUAGES[language.toLowerCase().split("-")[0] ?? ""] ?? ENGLISH;

/** What comes before an opening quote: nothing, a blank, a bracket, a dash, another opening quote. */
const OPENS = /(?:^|[\s([{<«‹„‚“‘—–-])$/u;

/**
 * The typographic form of a sign that is typed.
 * @param before the text of the paragraph before it
 * @returns the replacement, and how many characters before the sign it replaces as well; null if the sign stays as it is
 */
export function typographic(before: string, sign: string, marks: Marks): { text: string; taken: number } | null {
  if (sign === '"') return { text: marks.double[OPENS.test(before) ? 0 : 1], taken: 0 };
  if (sign === "'") {
    const [open, close] = marks.single;
    if (!/[\p{L}\p{N}]$/u.test(before)) return { text: OPENS.test(before) ? open : close, taken: 0 };
    // Within a word and after it, an apostrophe, unless it closes what was opened.
    return { text: before.lastIndexOf(open) > before.lastIndexOf(close) ? close : "’", taken: 0 };
  }
  // A line of dashes is a divider.
  if (sign === "-") return /(?:^|[^-])-$/.test(before) && before !== "-" ? { text: marks.dash, taken: 1 } : null;
  if (sign === ".") return /(?:^|[^.])\.\.$/.test(before) ? { text: "…", taken: 2 } : null;
  return null;
}

/** Makes quotes, dashes and dots typographic while they are typed, by the site's language. Backspace or Undo right after it brings back what was typed. */
export const Typography = Extension.create({
  name: "typography",
  addInputRules: () => [
    new InputRule({
      find: /["'.-]$/,
      handler({ state, range, match }) {
        // Text that comes in one piece, such as dictation, has its own.
        if (!choiceOf("quotes") || range.from > range.to) return null;
        const $from = state.doc.resolve(range.from);
        const before = $from.parent.textBetween(0, $from.parentOffset, "\n", "\ufffc");
        const made = typographic(before, match[0], marksOf(document.documentElement.lang));
        if (!made) return null;
        state.tr.insertText(made.text, range.from - made.taken, range.to);
        return undefined;
      },
    }),
  ],
});
