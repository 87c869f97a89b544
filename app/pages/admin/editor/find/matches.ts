import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** The matches in the document's positions, and which of them is the current one. */
type Highlights = { matches: TextRange[]; active: number; shown: DecorationSet };
type Change = { matches: TextRange[]; active: number };

const key = new PluginKey<Highlights>("find");
const NONE: Highlights = { matches: [], active: -1, shown: DecorationSet.empty };

const decoration = ({ from, to }: TextRange, isActive: boolean) =>
  Decoration.inline(from, to, { class: isActive ? "find-match is-active" : "find-match" });

export const highlightsOf = (state: EditorState): Highlights => key.getState(state) ?? NONE;

/** What changes the highlights, to be set on a transaction. */
export const HIGHLIGHTS = key;

function changed(state: EditorState, before: Highlights, { matches, active }: Change): Highlights {
  if (matches !== before.matches) {
    const all = matches.map((match, index) => decoration(match, index === active));
    return { matches, active, shown: DecorationSet.create(state.doc, all) };
  }
  // Another current one among the same: two of them look different, the others stay.
  let { shown } = before;
  for (const index of new Set([before.active, active])) {
    const match = matches[index];
    if (!match) continue;
    // `find` also gives those that only touch it.
    const same = shown.find(match.from, match.to).filter(({ from, to }) => from === match.from && to === match.to);
    shown = shown.remove(same).add(state.doc, [decoration(match, index === active)]);
  }
  return { matches, active, shown };
}

/** Highlights the matches. The highlights move along while the user types; the search runs again when typing pauses. */
export const FindHighlights = Extension.create({
  name: "find",
  addProseMirrorPlugins: () => [
    new Plugin<Highlights>({
      key,
      state: {
        init: () => NONE,
        apply(transaction, before, _old, state) {
          const change = transaction.getMeta(key) as Change | undefined;
          if (change) return changed(state, before, change);
          if (!transaction.docChanged || before.matches.length === 0) return before;
          return { ...before, shown: before.shown.map(transaction.mapping, transaction.doc) };
        },
      },
      props: { decorations: (state) => highlightsOf(state).shown },
    }),
  ],
});

/** A text in which something can be found and replaced, however it is written. Matches are numbered from 0. */
export type FindTarget = {
  /** searches again. @returns the number of matches, and the first one at or after the cursor (-1: none) */
  search(sought: SearchTerms): { count: number; nearest: number };
  /** shows a match and selects it */
  show(index: number): void;
  replace(index: number, by: string): void;
  /** all of them, as one step to undo. @returns how many */
  replaceAll(by: string): number;
  /** calls `onChange` when the text changes by anything but a replacement. @returns a function that stops it */
  watch(onChange: () => void): () => void;
  /** takes the highlights away. @param andFocus brings the keyboard back to the text */
  leave(andFocus: boolean): void;
};

export type SearchTerms = { text: string; matchCase: boolean; wholeWord: boolean };
/** A range of a text, in characters from its beginning. */
export type TextRange = { from: number; to: number };

export const MAX_MATCHES = 10_000;

const LETTER = "[\\p{L}\\p{N}_]";

export function patternOf({ text, matchCase, wholeWord }: SearchTerms): RegExp | null {
  if (text === "") return null;
  const literal = text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+");
  return new RegExp(wholeWord ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal, matchCase ? "gu" : "giu");
}

/** Every place of a text that fits, none overlapping another. */
export function rangesOf(text: string, pattern: RegExp, limit = MAX_MATCHES): TextRange[] {
  const found: TextRange[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= limit) break;
    found.push({ from: match.index, to: match.index + match[0].length });
  }
  return found;
}

/** The first range that doesn't begin before a place; behind the last one it is the first again. -1 without any. */
export function indexFrom(ranges: readonly TextRange[], at: number): number {
  if (ranges.length === 0) return -1;
  const index = ranges.findIndex(({ from }) => from >= at);
  return index < 0 ? 0 : index;
}

export function replaced(text: string, ranges: readonly TextRange[], by: string): string {
  let result = "";
  let at = 0;
  for (const { from, to } of ranges) {
    result += text.slice(at, from) + by;
    at = to;
  }
  return result + text.slice(at);
}
