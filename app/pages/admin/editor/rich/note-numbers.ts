import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { referencesOf } from "./references.ts";

type Numbers = { written: string; shown: DecorationSet };

const key = new PluginKey<Numbers>("noteNumbers");

function numbersOf(doc: Node, before?: { written: string; moved: DecorationSet }): Numbers {
  const references = referencesOf(doc);
  const written = references.map(({ number }) => number).join();
  // Nearly every key stroke leaves the numbers as they are, at places that have moved with the text.
  if (before?.written === written && before.moved.find().length === references.length) return { written, shown: before.moved };
  const all = references.map(({ at, number }) => Decoration.node(at, at + 1, { "data-number": String(number) }));
  return { written, shown: DecorationSet.create(doc, all) };
}

/** Numbers the references to footnotes as readers will see them. */
export const NoteNumbers = Extension.create({
  name: "noteNumbers",
  addProseMirrorPlugins: () => [
    new Plugin<Numbers>({
      key,
      state: {
        init: (_, { doc }) => numbersOf(doc),
        apply: ({ docChanged, mapping, doc }, { written, shown }) =>
          docChanged ? numbersOf(doc, { written, moved: shown.map(mapping, doc) }) : { written, shown },
      },
      props: { decorations: (state) => key.getState(state)?.shown },
    }),
  ],
});
