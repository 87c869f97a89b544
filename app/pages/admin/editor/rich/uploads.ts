import { Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { dropPoint } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { plainText } from "../../../../domain/content/markup/tree.ts";
import type { Media } from "../../../../domain/media/picture.ts";
import { parseHtml } from "../convert-html.ts";
import { blockOfFile } from "./blocks/insert-file.ts";
import { placePasted, takePictures } from "./paste-pictures.ts";
import { placeBlock, placePicture } from "./place-picture.ts";

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

/** A file and its place; a pasted picture with the node that it was pasted as. */
type Upload = { file: File; at: number; node?: Node };

type Placeholder = Upload & { widget: HTMLElement; show(share: number): void };

type Change = { add: Placeholder[] } | { remove: Placeholder };

const key = new PluginKey<DecorationSet>("uploads");

function createPlaceholder(upload: Upload): Placeholder {
  const { name } = upload.file;
  const widget = document.createElement("span");
  widget.className = "editor-upload";
  widget.contentEditable = "false";
  const label = document.createElement("span");
  label.textContent = `Uploading ${name}...`;
  const progress = document.createElement("progress");
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute("aria-label", `Upload of ${name}`);
  widget.append(label, progress);
  const show = (share: number) => {
    progress.value = share;
  };
  return { ...upload, widget, show };
}

const placeOf = (view: EditorView, id: Placeholder): number | undefined =>
  key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

const withChange = (view: EditorView, change: Change): Transaction =>
  view.state.tr.setMeta(key, change).setMeta("addToHistory", false);

const isPicture = ({ type }: File) => type.startsWith("image/");

/** Sends a file. @returns what puts its block into a transaction */
async function sendFile(
  { file, node, show }: Placeholder,
  { upload, uploadFile }: UploadOptions,
): Promise<(transaction: Transaction, place: number) => void> {
  if (isPicture(file)) {
    const picture = await upload(file, show);
    if (node) return (transaction, place) => placePasted(transaction, place, node, picture);
    return (transaction, place) => placePicture(transaction, place, picture);
  }
  const media = await uploadFile(file, show);
  const block = await blockOfFile(media.kind === "picture" ? "file" : media.kind, media);
  return (transaction, place) => placeBlock(transaction, place, transaction.doc.type.schema.nodeFromJSON(block));
}

/**
 * Uploads a file. A placeholder moves along with the text around it until the file's block replaces it. If the placeholder is deleted,
 * the block is dropped.
 * @param turn resolves when the files before it in the same place are in the text
 */
async function uploadAt(view: EditorView, placeholder: Placeholder, options: UploadOptions, turn?: Promise<void>): Promise<void> {
  try {
    const put = await sendFile(placeholder, options);
    await turn;
    const place = placeOf(view, placeholder);
    if (view.isDestroyed || place === undefined) return;
    const transaction = view.state.tr.setMeta(key, { remove: placeholder } satisfies Change);
    put(transaction, place);
    view.dispatch(transaction);
  } catch (error) {
    if (!view.isDestroyed) view.dispatch(withChange(view, { remove: placeholder }));
    options.onFailure(placeholder.file, error);
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
    const pasted: Placeholder[] = [];
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
            const widgets = change.add.map((id) => Decoration.widget(id.at, id.widget, { id, side: 1 }));
            return set.add(transaction.doc, widgets);
          },
        },
        appendTransaction(transactions, _, state) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const taken = takePictures(state);
          if (taken === null) return null;
          const add = taken.pictures.map(createPlaceholder);
          pasted.push(...add);
          return taken.transaction.setMeta(key, { add } satisfies Change);
        },
        view: () => ({
          ...keepPage(),
          update: (view) => sendAll(view, pasted.splice(0), options),
        }),
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
  const add = files.map((file) => createPlaceholder({ file, at }));
  view.dispatch(withChange(view, { add }));
  sendAll(view, add, options);
}

/** Sends all files at once. Those that were dropped in one place are put there in their order, whichever arrives first. */
function sendAll(view: EditorView, placeholders: Placeholder[], options: UploadOptions): void {
  const count = (by: number) => {
    const now = (running.get(view) ?? 0) + by;
    running.set(view, now);
    options.onCount(now);
  };
  const turns = new Map<number, Promise<void>>();
  for (const placeholder of placeholders) {
    count(1);
    const placed = uploadAt(view, placeholder, options, turns.get(placeholder.at));
    turns.set(placeholder.at, placed);
    void placed.finally(() => count(-1));
  }
}
