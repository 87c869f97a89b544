import { Extension, InputRule } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { ELISIONS } from "../../../../domain/content/markup/typographer.ts";
import { choiceOf } from "../choices.ts";

/** Opening and closing quotes, double and single, and what "--" becomes. */
type Marks = { double: [string, string]; single: [string, string]; dash: string };

const ENGLISH: Marks = { double: ["“", "”"], single: ["‘", "’"], dash: "—" };
const GERMAN: Marks = { double: ["„", "“"], single: ["‚", "‘"], dash: "–" };
const GUILLEMETS: Marks = { double: ["«", "»"], single: ["‹", "›"], dash: "—" };
const SWEDISH: Marks = { double: ["”", "”"], single: ["’", "’"], dash: "–" };
const POLISH: Marks = { double: ["„", "”"], single: ["‚", "’"], dash: "–" };
// As in CLDR, https://unicode.org/cldr. Within a word the marks are gershayim and geresh.
const HEBREW: Marks = { double: ["”", "”"], single: ["’", "’"], dash: "–" };
const ARABIC: Marks = { ...GUILLEMETS, dash: "–" };

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
  ar: ARABIC,
  fa: ARABIC,
  ur: ARABIC,
  he: HEBREW,
  yi: HEBREW,
  nb: { ...GUILLEMETS, single: ["‘", "’"], dash: "–" },
  // Narrow spaces that don't break keep French quotes with their words.
  fr: { double: ["«\u202f", "\u202f»"], single: ["‹\u202f", "\u202f›"], dash: "—" },
};

const marksOf = (language: string): Marks => LANGUAGES[language.toLowerCase().split("-")[0] ?? ""] ?? ENGLISH;

/** The last letter of a text, in the group of its script. */
const LAST_LETTER = /(?:(\p{Script=Hebrew})|(\p{Script=Arabic})|\p{L})\P{L}*$/u;

/**
 * The marks for what is written next. A text in Hebrew or Arabic letters has its own marks in a site of another language, too.
 * @param before the text before it
 */
export function marksAfter(before: string, language: string): Marks {
  const [, hebrew, arabic] = LAST_LETTER.exec(before) ?? [];
  return hebrew ? HEBREW : arabic ? ARABIC : marksOf(language);
}

/** A quote between two Hebrew letters belongs to an abbreviation. */
const WITHIN_HEBREW = /(?<=\p{Script=Hebrew})([”’])\p{Script=Hebrew}$/u;
const HEBREW_SIGNS: Record<string, string> = { "”": "״", "’": "׳" };

/** Whether a text from right to left has a quote in English marks that is still open: it began before any letter said which marks to use. */
const isOpenInEnglish = (before: string, marks: Marks, [open, close]: [string, string]) =>
  (marks === HEBREW || marks === ARABIC) && before.lastIndexOf(open) > before.lastIndexOf(close);

const isOpen = (before: string, [open, close]: [string, string]) =>
  open === close ? before.split(open).length % 2 === 0 : before.lastIndexOf(open) > before.lastIndexOf(close);

/** A word whose beginning is left out, or a year without its century, behind what was taken for an opening quote. */
const CLIPPED = new RegExp(`(?<![\\p{L}\\p{N}])[‘‚‹’]\\u202f?((?:${ELISIONS})|\\d\\d)$`, "iu");
const AFTER_CLIPPED = new RegExp(
  `(?<=(?<![\\p{L}\\p{N}])[‘‚‹]\\u202f?(?:(?:${ELISIONS})(?=[^\\p{L}\\p{N}])|\\d\\d(?=[^\\d'’])))[^\\n]$`,
  "iu",
);

/** What comes before an opening quote: nothing, a blank, a bracket, a dash, another opening quote. */
const OPENS = /(?:^|[\s([{<«‹„‚“‘—–-])$/u;

/**
 * The typographic form of a sign that is typed.
 * @param before the text of the paragraph before it
 * @returns the replacement, and how many characters before the sign it replaces as well; null if the sign stays as it is
 */
export function typographic(before: string, sign: string, marks: Marks): { text: string; taken: number } | null {
  if (marks === HEBREW) {
    const within = WITHIN_HEBREW.exec(before + sign)?.[1];
    if (within) return { text: `${HEBREW_SIGNS[within]}${sign}`, taken: 1 };
  }
  const clipped = /["\p{N}]/u.test(sign) ? null : CLIPPED.exec(before);
  if (clipped?.[1] && !(sign === "'" && !/^n$/i.test(clipped[1])) && !(/\p{L}/u.test(sign) && !/^\d/.test(clipped[1])))
    return { text: `’${clipped[1]}${sign === "'" ? "’" : sign}`, taken: clipped[0].length };
  // Feet and inches, or an apostrophe that nobody can tell from them, unless it closes what was opened.
  if (/\d$/.test(before) && (sign === '"' ? !isOpen(before, marks.double) : sign === "'" && !isOpen(before, marks.single)))
    return null;
  if (sign === '"' && isOpenInEnglish(before, marks, ENGLISH.double)) return { text: ENGLISH.double[1], taken: 0 };
  if (sign === '"') return { text: marks.double[OPENS.test(before) ? 0 : 1], taken: 0 };
  if (sign === "'") {
    const [open, close] = marks.single;
    if (!/[\p{L}\p{N}]$/u.test(before)) return { text: OPENS.test(before) ? open : close, taken: 0 };
    // Within a word and after it, an apostrophe, unless it closes what was opened.
    return { text: isOpen(before, marks.single) ? close : "’", taken: 0 };
  }
  // A line of dashes is a divider.
  if (sign === "-") return /(?:^|[^-])-$/.test(before) && before !== "-" ? { text: marks.dash, taken: 1 } : null;
  if (sign === ".") return /(?:^|[^.])\.\.$/.test(before) ? { text: "…", taken: 2 } : null;
  return null;
}

const LOOK_BACK = 200;

/** An apostrophe between two letters, as in "don't". */
const WITHIN_WORD = /(?<=\p{L})'(?=\p{L})/gu;

/**
 * Makes the apostrophes within a composed word typographic: a phone composes "don't" in one piece, and rules for typed signs only see
 * its last letter. Undo brings back what was composed.
 * @param composed the word, which ends at the cursor
 */
function curlComposed(view: EditorView, composed: string): void {
  const { selection, doc, tr } = view.state;
  const { $from, empty } = selection;
  if (view.composing || !empty || !choiceOf("quotes") || !$from.parent.inlineContent || $from.parent.type.spec.code) return;
  if ($from.marks().some(({ type }) => type.spec.code)) return;
  const begin = $from.pos - composed.length;
  if (begin < $from.start() || doc.textBetween(begin, $from.pos) !== composed) return;
  const before = doc.textBetween($from.start(), begin, "\n", "\ufffc");
  const written = doc.textBetween(Math.max(0, begin - LOOK_BACK), begin, "\n", "\ufffc");
  for (const { index } of composed.matchAll(WITHIN_WORD)) {
    const part = composed.slice(0, index);
    const made = typographic(before + part, "'", marksAfter(written + part, document.documentElement.lang));
    if (made?.taken === 0) tr.insertText(made.text, begin + index, begin + index + 1);
  }
  if (tr.docChanged) view.dispatch(closeHistory(tr));
}

/** Makes quotes, dashes and dots typographic while they are typed, by the language of the site or text. Backspace or Undo right after it brings back what was typed. */
export const Typography = Extension.create({
  name: "typography",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          compositionend(view, { data }) {
            // The text of the composition is in the document a moment later.
            if (data.includes("'")) setTimeout(() => curlComposed(view, data));
            return false;
          },
        },
      },
    }),
  ],
  addInputRules: () => [
    ...[/["'.\p{Script=Hebrew}-]$/u, AFTER_CLIPPED].map(
      (find) =>
        new InputRule({
          find,
          handler({ state, range, match }) {
            // Text that comes in one piece, such as dictation, has its own.
            if (!choiceOf("quotes") || range.from > range.to) return null;
            const $from = state.doc.resolve(range.from);
            const before = $from.parent.textBetween(0, $from.parentOffset, "\n", "\ufffc");
            // At the beginning of a paragraph, those of the one before it.
            const written = state.doc.textBetween(Math.max(0, range.from - LOOK_BACK), range.from, "\n", "\ufffc");
            const made = typographic(before, match[0], marksAfter(written, document.documentElement.lang));
            if (!made) return null;
            state.tr.insertText(made.text, range.from - made.taken, range.to);
            return undefined;
          },
        }),
    ),
  ],
});
