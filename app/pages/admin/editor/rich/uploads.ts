import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { plainText } from "../../../../domain/content/markup/tree.ts";
import { parseHtml } from "../convert-html.ts";
import { placePicture } from "./place-picture.ts";
import { PICTURE } from "./texts.ts";

/** An uploaded picture. Sizes in pixels. */
type UploadedPicture = { src: string; alt: string; width: number; height: number };

export type UploadOptions = {
  /** sends one file; `onProgress` is given shares of 1 */
  upload(file: File, onProgress: (share: number) => void): Promise<UploadedPicture>;
  /** called for each file that could not be uploaded */
  onFailure(file: File, error: unknown): void;
  /** called with the number of uploads in progress */
  onCount(count: number): void;
};

type Change = { add: { id: object; at: number; widget: HTMLElement } } | { remove: object };

const key = new PluginKey<DecorationSet>("uploads");

/** Holds a picture's place while it is sent: its name and how far it has come. */
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

/**
 * Uploads a picture. A placeholder moves along with the text around it until the picture replaces it. If the placeholder is deleted,
 * the picture is dropped.
 */
async function uploadAt(view: EditorView, file: File, at: number, options: UploadOptions): Promise<void> {
  const id = {};
  const { widget, show } = createPlaceholder(file.name);
  const change = (what: Change) => view.state.tr.setMeta(key, what).setMeta("addToHistory", false);
  view.dispatch(change({ add: { id, at, widget } }));
  try {
    const picture = await options.upload(file, show);
    const place = placeOf(view, id);
    if (view.isDestroyed || place === undefined) return;
    const transaction = view.state.tr.setMeta(key, { remove: id } satisfies Change);
    placePicture(transaction, place, picture);
    view.dispatch(transaction);
  } catch (error) {
    if (!view.isDestroyed) view.dispatch(change({ remove: id }));
    options.onFailure(file, error);
  }
}

const picturesOf = (data: DataTransfer | null) => [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));

/** Whether the clipboard's HTML contains words. A copied picture comes as a file and as an <img>. */
const hasWords = (html: string) => plainText(parseHtml(html)) !== "";

/** Pictures that are dropped or pasted are uploaded at once. */
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
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, { clipboardData }) {
            const files = picturesOf(clipboardData);
            if (files.length === 0 || hasWords(clipboardData?.getData("text/html") ?? "")) return false;
            startUploads(view, files, view.state.selection.to, options);
            return true;
          },
          handleDrop(view, event, _slice, moved) {
            const files = picturesOf(event.dataTransfer);
            if (moved || files.length === 0) return false;
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to;
            startUploads(view, files, at, options);
            return true;
          },
        },
      }),
    ];
  },
});

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
