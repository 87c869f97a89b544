import { type EditorEvents, type EditorOptions, Extension, InputRule, Node } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { EditorContent, useEditor } from "@tiptap/react";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Picture } from "../../../../domain/media/picture.ts";
import { toast } from "../../../../ui/toast/toast.ts";
import { MediaPicker } from "../../media/media-picker.tsx";
import { FindHighlights } from "../find/matches.ts";
import { PAPER } from "../texts.ts";
import { documentOf, htmlOf, takeWritten } from "./article-html.ts";
import { BookmarkDialog } from "./blocks/bookmark-dialog.tsx";
import { BLOCK_PROMPTS, type BlockPrompts } from "./blocks/editor-block.ts";
import { type AskedFile, FileDialog } from "./blocks/file-dialog.tsx";
import { addToGallery } from "./blocks/gallery.tsx";
import { insertFile } from "./blocks/insert-file.ts";
import { cleanPaste } from "./clean-paste.ts";
import { ContextBar } from "./context-bar.tsx";
import { EmbedDialog, LinkDialog, linkAddress } from "./dialogs.tsx";
import { drawInlineImage, drawPicture } from "./draw-picture.ts";
import { NoteNumbers } from "./footnotes.tsx";
import { InsertButton } from "./insert-button.tsx";
import { useAsOpenEditor } from "./open-editor.ts";
import { describeImage, MissingAlternatives, PictureTools } from "./picture-tools.tsx";
import { PictureGuard, placePicture } from "./place-picture.ts";
import { articleExtensions } from "./schema.ts";
import { type SlashItem, SlashList, SlashMenu, slashItems } from "./slash-menu.tsx";
import { TextBar } from "./text-bar.tsx";
import type { ToolbarHandle } from "./toolbar.tsx";
import { TypeOver } from "./type-over.ts";
import { Typography } from "./typography.ts";
import { type UploadOptions, Uploads } from "./uploads.ts";

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
            ? { class: "is-current is-placeholder", "data-placeholder": PAPER.text }
            : { class: "is-current" };
          return DecorationSet.create(doc, [Decoration.node(at, at + block.nodeSize, marked)]);
        },
      },
    }),
  ],
});

type KeyboardOptions = { onLink(): void; onToolbar(): void };

/** Keys that lead out of the text: to the link's address and to the toolbar. */
const Keyboard = Extension.create<KeyboardOptions>({
  name: "keyboard",
  addKeyboardShortcuts() {
    return {
      "Mod-k": () => {
        this.options.onLink();
        return true;
      },
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

/** Makes every key act where the caret is now. */
const Caret = Extension.create({
  name: "caret",
  // Before whatever handles keys.
  priority: 2000,
  addProseMirrorPlugins: () => [new Plugin({ props: { handleDOMEvents: { keydown: readCaret, beforeinput: readCaret } } })],
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

/** ProseMirror marks HTML that was copied from an editor. It is clean, and parsing keeps more of it than cleaning would. */
const OWN = /\bdata-pm-slice=/;

/** For `transformPastedHTML`: cleans HTML from elsewhere, and says in a toast how many pictures were left out. */
function transformPasted(html: string): string {
  if (OWN.test(html)) return html;
  const { html: clean, pictures } = cleanPaste(html);
  if (pictures > 0) {
    const title = pictures === 1 ? "One picture was left out" : `${pictures} pictures were left out`;
    toast({ title, description: "Pictures from other sites have to be uploaded.", tone: "error" });
  }
  return clean;
}

/** Serializing the whole article takes time, so it waits for a pause in the typing, in ms. */
const PAUSE = 250;
/** The interval of local copies while the user types without a pause, in ms. */
const TYPING = 500;

export type RichEditorProps = {
  /** what it begins with; what changes later is the editor's own */
  initial: string;
  /** given the article's HTML in pauses of the typing; what equals the beginning is given as it was */
  onChange(html: string): void;
  /** the label's id */
  labelledBy: string;
  /** what is wrong with it: the message's id */
  describedBy?: string;
  /** called with a function that passes pending changes to `onChange` at once */
  onReady(flush: () => void): void;
  /** called with the HTML while the user types without a pause */
  onTyped(html: string): void;
  uploads: UploadOptions;
};

/** The labels of the text for screen readers, and the handling of pasted text. */
const propsOf = (id: string, labelledBy: string, describedBy: string | undefined): EditorOptions["editorProps"] => ({
  attributes: {
    id,
    class: "prose editor-paper",
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelledBy,
    "aria-placeholder": PAPER.text,
    dir: "auto",
    ...(describedBy ? { "aria-describedby": describedBy, "aria-invalid": "true" } : {}),
  },
  transformPastedHTML: transformPasted,
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

/** No node view uses React, so this skips the second creation of all node views when TipTap mounts the editor. */
const onBeforeCreate = ({ editor }: EditorEvents["beforeCreate"]) => {
  editor.createNodeViews = () => {};
};

const FILE_PROMPTS: readonly string[] = ["audio", "video", "file", "captions"] satisfies AskedFile[];
const isFilePrompt = (asked: string | null): asked is AskedFile => asked !== null && FILE_PROMPTS.includes(asked);

/** The page of paper: what an article may consist of, in the article's own type. */
export function RichEditor({ initial, onChange, labelledBy, describedBy, onReady, onTyped, uploads }: RichEditorProps) {
  const id = useId();
  const [asksFor, setAsksFor] = useState<"link" | "picture" | "embed" | keyof BlockPrompts | null>(null);
  const toolbar = useRef<ToolbarHandle>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const typed = useRef(onTyped);
  typed.current = onTyped;
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const prompts = useMemo(
    () => Object.fromEntries(BLOCK_PROMPTS.map((name) => [name, () => setAsksFor(name)])) as BlockPrompts,
    [],
  );
  const items = useMemo<SlashItem[]>(
    () =>
      slashItems({
        link: () => setAsksFor("link"),
        picture: () => setAsksFor("picture"),
        embed: () => setAsksFor("embed"),
        ...prompts,
      }),
    [prompts],
  );
  const extensions = useMemo(
    () => [
      ...drawnExtensions,
      Caret,
      Uploads.configure(uploads),
      Shortcuts,
      Typography,
      FindHighlights,
      CurrentBlock,
      PictureGuard,
      TypeOver,
      NoteNumbers,
      SlashMenu.configure({ items }),
      Keyboard.configure({ onLink: () => setAsksFor("link"), onToolbar: () => toolbar.current?.focus() }),
    ],
    [uploads, items],
  );
  const content = useMemo(() => documentOf(initial).toJSON() as object, [initial]);
  const editorProps = useMemo(() => propsOf(id, labelledBy, describedBy), [id, labelledBy, describedBy]);
  const editor = useEditor({
    extensions,
    content,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps,
    onBeforeCreate,
  });
  useAsOpenEditor(editor);
  const begin = useMemo(() => {
    const opened = documentOf(initial);
    const html = htmlOf(opened);
    takeWritten(opened, editor.state.doc);
    return html;
  }, [editor, initial]);

  const hand = useCallback(() => {
    clearTimeout(timer.current);
    clearTimeout(typing.current);
    timer.current = undefined;
    typing.current = undefined;
    const html = htmlOf(editor.state.doc);
    latest.current(html === begin ? initial : html);
  }, [editor, begin, initial]);

  useEffect(() => {
    const flush = () => {
      if (timer.current !== undefined) flushSync(hand);
    };
    const later = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(hand, PAUSE);
      typing.current ??= setTimeout(() => {
        typing.current = undefined;
        typed.current(htmlOf(editor.state.doc));
      }, TYPING);
    };
    editor.on("update", later);
    editor.on("blur", flush);
    // Before the page's copy of it is taken.
    addEventListener("pagehide", flush, { capture: true });
    onReady(flush);
    return () => {
      editor.off("update", later);
      editor.off("blur", flush);
      removeEventListener("pagehide", flush, { capture: true });
      clearTimeout(timer.current);
      clearTimeout(typing.current);
    };
  }, [editor, hand, onReady]);

  useEffect(() => {
    editor.setOptions({ editorProps });
  }, [editor, editorProps]);

  const askForLink = useCallback(() => setAsksFor("link"), []);
  const askForPicture = useCallback(() => setAsksFor("picture"), []);
  const insert = ({ url, alt, width, height }: Picture) => {
    setAsksFor(null);
    const { tr } = editor.state;
    const at = placePicture(tr, tr.selection.to, { src: url, alt, width, height });
    if (at === null) return;
    editor.view.dispatch(tr);
    describeImage(editor, at);
  };
  return (
    <div className="editor">
      <TextBar ref={toolbar} editor={editor} controls={id} onLink={askForLink} onPicture={askForPicture} />
      <EditorContent editor={editor} className="editor-page" />
      <ContextBar editor={editor} onLink={askForLink} prompts={prompts} />
      <InsertButton editor={editor} />
      <PictureTools editor={editor} />
      <SlashList editor={editor} items={items} />
      <MissingAlternatives editor={editor} />
      {asksFor === "link" ? <LinkDialog editor={editor} onClose={() => setAsksFor(null)} /> : null}
      {asksFor === "bookmark" ? <BookmarkDialog editor={editor} onClose={() => setAsksFor(null)} /> : null}
      {asksFor === "embed" ? <EmbedDialog editor={editor} onClose={() => setAsksFor(null)} /> : null}
      <MediaPicker open={asksFor === "picture"} onClose={() => setAsksFor(null)} onPick={insert} />
      {isFilePrompt(asksFor) ? (
        <FileDialog
          asked={asksFor}
          onClose={() => setAsksFor(null)}
          onPick={(media) => {
            setAsksFor(null);
            void insertFile(editor, asksFor, media);
          }}
        />
      ) : null}
      <MediaPicker
        open={asksFor === "poster"}
        onClose={() => setAsksFor(null)}
        onPick={({ url }) => {
          setAsksFor(null);
          editor.chain().focus().updateAttributes("video", { poster: url }).run();
        }}
      />
      <MediaPicker
        open={asksFor === "gallery"}
        onClose={() => setAsksFor(null)}
        onPick={(media) => {
          setAsksFor(null);
          addToGallery(editor, [media]);
        }}
      />
    </div>
  );
}
