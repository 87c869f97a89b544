import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Stretch } from "./matches.ts";

/** The matches in the document's positions, and which of them is the current one. */
type Highlights = { matches: Stretch[]; active: number; shown: DecorationSet };
type Change = { matches: Stretch[]; active: number };

const key = new PluginKey<Highlights>("find");
const NONE: Highlights = { matches: [], active: -1, shown: DecorationSet.empty };

const decoration = ({ from, to }: Stretch, isActive: boolean) =>
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

/** Shows what was found. While somebody types the highlights move along; they are looked for anew in a pause. */
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
