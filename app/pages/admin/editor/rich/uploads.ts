import { Extension } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { dropPoint } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { plainText } from "../../../../domain/content/markup/tree.ts";
import type { Media } from "../../../../domain/media/picture.ts";
import { parseHtml } from "../convert-html.ts";
import { blockOfFile } from "./blocks/insert-file.ts";
import { placeBlock, placePicture } from "./place-picture.ts";
import { PICTURE } from "./texts.ts";

/** An uploaded picture. Sizes in pixels. */
type UploadedPicture = { src: string; alt: string; width: number; height: number };

export type UploadOptions = {
  /** sends one file; `onProgress` is given shares of 1 */
  upload(file: File, onProgress: (share: number) => void): Promise<UploadedPicture>;
  /** sends one file that isn't a picture */
  uploadFile(file: File, onProgress: (share: number) => void): Promise<Media>;
  /** called for each file that could not be uploaded */
  onFailure(file: File, error: unknown): void;
  /** called with the number of uploads in progress */
  onCount(count: number): void;
};

type Change = { add: { id: object; at: number; widget: HTMLElement } } | { remove: object };

const key = new PluginKey<DecorationSet>("uploads");

/** Holds a file's place while it is sent: its name and how far it has come. */
function createPlaceholder(name: string) {
  const widget = document.createElement("span");
  widget.className = "editor-upload";
  widget.contentEditable = "false";
  const label = document.createElement("span");
  label.textContent = PICTURE.uploading(name);
  const progress = document.createElement("progress");
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute("aria-label", PICTURE.uploadOf(name));
  widget.append(label, progress);
  const show = (share: number) => {
    progress.value = share;
  };
  return { widget, show };
}

const placeOf = (view: EditorView, id: object): number | undefined =>
  key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

const isPicture = ({ type }: File) => type.startsWith("image/");

/** Sends a file. @returns what puts its block into a transaction */
async function sendFile(
  file: File,
  { upload, uploadFile }: UploadOptions,
  show: (share: number) => void,
): Promise<(transaction: Transaction, place: number) => void> {
  if (isPicture(file)) {
    const picture = await upload(file, show);
    return (transaction, place) => placePicture(transaction, place, picture);
  }
  const media = await uploadFile(file, show);
  const block = await blockOfFile(media.kind === "picture" ? "file" : media.kind, media);
  return (transaction, place) => placeBlock(transaction, place, transaction.doc.type.schema.nodeFromJSON(block));
}

/**
 * Uploads a file. A placeholder moves along with the text around it until the file's block replaces it. If the placeholder is deleted,
 * the block is dropped.
 */
async function uploadAt(view: EditorView, file: File, at: number, options: UploadOptions): Promise<void> {
  const id = {};
  const { widget, show } = createPlaceholder(file.name);
  const change = (what: Change) => view.state.tr.setMeta(key, what).setMeta("addToHistory", false);
  view.dispatch(change({ add: { id, at, widget } }));
  try {
    const put = await sendFile(file, options, show);
    const place = placeOf(view, id);
    if (view.isDestroyed || place === undefined) return;
    const transaction = view.state.tr.setMeta(key, { remove: id } satisfies Change);
    put(transaction, place);
    view.dispatch(transaction);
  } catch (error) {
    if (!view.isDestroyed) view.dispatch(change({ remove: id }));
    options.onFailure(file, error);
  }
}

const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])];

/** Whether the clipboard's HTML contains words. A copied picture comes as a file and as an <img>. */
const hasWords = (html: string) => plainText(parseHtml(html)) !== "";

/** Files that are dropped or pasted are uploaded at once: the browser would open a dropped one in place of the page. */
export const Uploads = Extension.create<UploadOptions>({
  name: "uploads",

  addProseMirrorPlugins() {
    const { options } = this;
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, before) {
            const set = before.map(transaction.mapping, transaction.doc);
            const change = transaction.getMeta(key) as Change | undefined;
            if (!change) return set;
            if ("remove" in change) return set.remove(set.find(undefined, undefined, (spec) => spec.id === change.remove));
            const { id, at, widget } = change.add;
            return set.add(transaction.doc, [Decoration.widget(at, widget, { id, side: 1 })]);
          },
        },
        view: () => keepPage(),
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, { clipboardData }) {
            const files = filesOf(clipboardData);
            if (files.length === 0 || hasWords(clipboardData?.getData("text/html") ?? "")) return false;
            startUploads(view, files, view.state.selection.to, options);
            return true;
          },
          handleDrop(view, event, _slice, moved) {
            const files = filesOf(event.dataTransfer);
            if (moved || files.length === 0) return false;
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            startUploads(view, files, at === undefined ? view.state.selection.to : placeBetweenBlocks(view, at), options);
            return true;
          },
        },
      }),
    ];
  },
});

/** The nearest place between blocks: a drop doesn't tear a word apart. An empty paragraph is taken itself. */
function placeBetweenBlocks({ state: { doc, schema } }: EditorView, at: number): number {
  const picture = schema.nodes.picture?.createAndFill();
  const { parent } = doc.resolve(at);
  if (!picture || (parent.isTextblock && parent.content.size === 0)) return at;
  return dropPoint(doc, at, new Slice(Fragment.from(picture), 0, 0)) ?? at;
}

/** A file dropped next to the text doesn't replace the page, as browsers would have it. */
function keepPage() {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
  return {
    destroy() {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    },
  };
}

const running = new WeakMap<EditorView, number>();

function startUploads(view: EditorView, files: File[], at: number, options: UploadOptions): void {
  const count = (by: number) => {
    const now = (running.get(view) ?? 0) + by;
    running.set(view, now);
    options.onCount(now);
  };
  for (const file of files) {
    count(1);
    void uploadAt(view, file, at, options).finally(() => count(-1));
  }
}
