import type { EditorEvents, EditorOptions } from "@tiptap/core";
import type { Slice } from "@tiptap/pm/model";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toast } from "../../../../ui/toast/toast.ts";
import { flushBeforeLeaving } from "../../frame/unsaved-changes.tsx";
import { documentOf, htmlOf, takeWritten } from "./article-html.ts";
import { BLOCK_PROMPTS, type BlockPrompts } from "./blocks/editor-block.ts";
import { cleanPaste } from "./clean-paste.ts";
import { ContextBar } from "./context-bar.tsx";
import { InsertButton } from "./insert-button.tsx";
import { type Asked, InsertDialogs } from "./insert-dialogs.tsx";
import { useAsOpenEditor } from "./open-editor.ts";
import { paperExtensions, placeholder } from "./paper-extensions.ts";
import { textSlice } from "./paste-markdown.ts";
import { holdPictures } from "./paste-pictures.ts";
import { MissingAlternatives, PictureTools } from "./picture-tools.tsx";
import { type SlashItem, SlashList, slashItems } from "./slash-menu.tsx";
import { TextBar } from "./text-bar.tsx";
import type { ToolbarHandle } from "./toolbar.tsx";
import type { UploadOptions } from "./uploads.ts";

/** ProseMirror marks HTML that was copied from an editor. It is clean, and parsing keeps more of it than cleaning would. */
const OWN = /\bdata-pm-slice=/;

/** For `transformPastedHTML`: cleans HTML from elsewhere, and says in a toast how many pictures were left out. */
function transformPasted(html: string): string {
  if (OWN.test(html)) return html;
  const { html: clean, pictures, embedded } = cleanPaste(html);
  holdPictures(embedded);
  if (pictures > 0) {
    const title = pictures === 1 ? "One image was left out" : `${pictures} images were left out`;
    toast({ title, description: "Upload them from your computer.", tone: "error" });
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
  labelledBy: string;
  describedBy?: string;
  /** called with a function that passes pending changes to `onChange` at once */
  onReady(flush: () => void): void;
  /** called with the HTML while the user types without a pause */
  onTyped(html: string): void;
  uploads: UploadOptions;
};

const propsOf = (id: string, labelledBy: string, describedBy: string | undefined): EditorOptions["editorProps"] => ({
  attributes: {
    id,
    class: "prose editor-paper",
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelledBy,
    "aria-placeholder": placeholder(),
    dir: "auto",
    ...(describedBy ? { "aria-describedby": describedBy, "aria-invalid": "true" } : {}),
  },
  transformPastedHTML: transformPasted,
  // ProseMirror goes on by itself where there is none, which its types don't say.
  clipboardTextParser: (text, $context, isPlain) => textSlice(text, isPlain, $context) as Slice,
});

/** No node view uses React, so this skips the second creation of all node views when TipTap mounts the editor. */
const onBeforeCreate = ({ editor }: EditorEvents["beforeCreate"]) => {
  editor.createNodeViews = () => {};
};

function useAsked() {
  const [asked, ask] = useState<Asked | null>(null);
  const close = useCallback(() => ask(null), []);
  const askForLink = useCallback(() => ask("link"), []);
  const askForPicture = useCallback(() => ask("picture"), []);
  const prompts = useMemo(() => Object.fromEntries(BLOCK_PROMPTS.map((name) => [name, () => ask(name)])) as BlockPrompts, []);
  const items = useMemo<SlashItem[]>(
    () =>
      slashItems({
        link: () => ask("link"),
        picture: () => ask("picture"),
        embed: () => ask("embed"),
        ...prompts,
      }),
    [prompts],
  );
  return { asked, close, askForLink, askForPicture, prompts, items };
}

type HandOver = Pick<RichEditorProps, "initial" | "onChange" | "onTyped" | "onReady">;

/** Passes the article's HTML on: in pauses of the typing, when the text loses the focus, and before the page is left. */
function useHandOver(editor: Editor, { initial, onChange, onTyped, onReady }: HandOver): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const typed = useRef(onTyped);
  typed.current = onTyped;
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

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
    // The browser's Back doesn't take the focus from the text.
    const forget = flushBeforeLeaving(flush);
    onReady(flush);
    return () => {
      forget();
      editor.off("update", later);
      editor.off("blur", flush);
      removeEventListener("pagehide", flush, { capture: true });
      clearTimeout(timer.current);
      clearTimeout(typing.current);
    };
  }, [editor, hand, onReady]);
}

export function RichEditor({ initial, onChange, labelledBy, describedBy, onReady, onTyped, uploads }: RichEditorProps) {
  const id = useId();
  const { asked, close, askForLink, askForPicture, prompts, items } = useAsked();
  const toolbar = useRef<ToolbarHandle>(null);
  const extensions = useMemo(
    () => paperExtensions({ uploads, items, onLink: askForLink, onToolbar: () => toolbar.current?.focus() }),
    [uploads, items, askForLink],
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
  useHandOver(editor, { initial, onChange, onTyped, onReady });
  useEffect(() => {
    editor.setOptions({ editorProps });
  }, [editor, editorProps]);

  return (
    <div className="editor">
      <TextBar ref={toolbar} editor={editor} controls={id} onLink={askForLink} onPicture={askForPicture} />
      <EditorContent editor={editor} className="editor-page" />
      <ContextBar editor={editor} onLink={askForLink} prompts={prompts} />
      <InsertButton editor={editor} />
      <PictureTools editor={editor} />
      <SlashList editor={editor} items={items} />
      <MissingAlternatives editor={editor} />
      <InsertDialogs editor={editor} asked={asked} onClose={close} />
    </div>
  );
}
