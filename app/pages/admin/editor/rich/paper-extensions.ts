import { Extension, type Extensions, InputRule, Node } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { isComposing } from "../../../../ui/form/composed-words.ts";
import { FindHighlights } from "../find/matches.ts";
import { linkAddress } from "./dialogs.tsx";
import { drawInlineImage, drawPicture } from "./draw-picture.ts";
import { NoteNumbers } from "./footnotes.tsx";
import { KeepFootnote } from "./keep-footnote.ts";
import { BlockGuard } from "./place-picture.ts";
import { articleExtensions } from "./schema.ts";
import { type SlashItem, SlashMenu } from "./slash-menu.tsx";
import { TypeOver } from "./type-over.ts";
import { Typography } from "./typography.ts";
import { type UploadOptions, Uploads } from "./uploads.ts";

/** On touch screens, "/" is two keyboards away. */
export const placeholder = () =>
  `Write, or ${matchMedia("(pointer: coarse)").matches ? "tap ⊕" : "press /"} for images, quotes and more`;

/** Marks the block with the cursor, so that the others can be dimmed, and an article without text, so that it can say what to do. */
const CurrentBlock = Extension.create({
  name: "currentBlock",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations({ doc, selection: { $from } }) {
          const at = $from.depth > 0 ? $from.before(1) : $from.pos;
          const block = doc.nodeAt(at);
          if (!block?.isBlock) return null;
          const isEmpty = doc.childCount === 1 && block.type.name === "paragraph" && block.content.size === 0;
          const marked = isEmpty
            ? { class: "is-current is-placeholder", "data-placeholder": placeholder() }
            : { class: "is-current" };
          return DecorationSet.create(doc, [Decoration.node(at, at + block.nodeSize, marked)]);
        },
      },
    }),
  ],
});

type KeyboardOptions = { onLink(): void; onToolbar(): void };

/**
 * Keys that lead out of the text: to the link's address and to the toolbar; and those to its ends, which browsers miss when the block there
 * has no layout yet.
 */
const Keyboard = Extension.create<KeyboardOptions>({
  name: "keyboard",
  addKeyboardShortcuts() {
    return {
      "Mod-k": () => {
        this.options.onLink();
        return true;
      },
      "Mod-Home": () => this.editor.commands.focus("start"),
      "Mod-End": () => this.editor.commands.focus("end"),
      "Alt-F10": () => {
        this.options.onToolbar();
        return true;
      },
    };
  },
});

/**
 * Browsers report a moved caret some milliseconds late, and later still under load. A key stroke before that would act at the old
 * position: a word meant for a caption would end up below the picture.
 */
function readCaret(view: EditorView): boolean {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
  return false;
}

/** Nothing around the text acts on the keys of composed words. */
function readKey(view: EditorView, event: KeyboardEvent): boolean {
  if (isComposing(event)) event.stopPropagation();
  return readCaret(view);
}

/** Makes every key act where the caret is now. */
const Caret = Extension.create({
  name: "caret",
  // Before all other extensions that handle keys.
  priority: 2000,
  addProseMirrorPlugins: () => [new Plugin({ props: { handleDOMEvents: { keydown: readKey, beforeinput: readCaret } } })],
});

/** Markdown that the other parts of the schema don't read while it is typed: `[text](address)`. */
const Shortcuts = Extension.create({
  name: "shortcuts",
  addInputRules() {
    const { schema } = this.editor;
    return [
      new InputRule({
        find: /(?<!!)\[([^[\]^][^[\]]*)\]\(([^\s()]+)\)$/,
        handler: ({ state, range, match }) => {
          const href = linkAddress(match[2] ?? "");
          const link = schema.marks.link;
          if (href === null || !link || !match[1]) return null;
          const marks = state.doc.resolve(range.from).marks();
          state.tr
            .replaceWith(range.from, range.to, schema.text(match[1], link.create({ href }).addToSet(marks)))
            .removeStoredMark(link);
          return undefined;
        },
      }),
    ];
  },
});

/** A plugin's drawing would come after the first one, when pictures of other sites have already been asked for. */
const drawnExtensions = articleExtensions.map((extension) => {
  if (!(extension instanceof Node)) return extension;
  if (extension.name === "picture")
    return extension.extend({
      addNodeView:
        () =>
        ({ node, view }) =>
          drawPicture(node, view),
    });
  if (extension.name === "image")
    return extension.extend({
      addNodeView:
        () =>
        ({ node, view }) =>
          drawInlineImage(node, view),
    });
  return extension;
});

type PaperOptions = KeyboardOptions & { uploads: UploadOptions; items: SlashItem[] };

export const paperExtensions = ({ uploads, items, ...keyboard }: PaperOptions): Extensions => [
  ...drawnExtensions,
  Caret,
  Uploads.configure(uploads),
  Shortcuts,
  Typography,
  FindHighlights,
  CurrentBlock,
  BlockGuard,
  KeepFootnote,
  TypeOver,
  NoteNumbers,
  SlashMenu.configure({ items }),
  Keyboard.configure(keyboard),
];
