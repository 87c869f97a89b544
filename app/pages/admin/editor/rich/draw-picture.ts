import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { pathTo } from "../../../../base-path.ts";
import { WIDTH_CLASSES } from "../../../../domain/content/markup/figures.ts";
import { drawOffsite, offsiteHostOf } from "./draw-offsite.ts";
import type { PictureAttributes } from "./schema.ts";

const isButton = (target: EventTarget | null) => target instanceof Element && target.closest("button") !== null;

/** Sets what differs. Articles name pictures of this site by paths, from the site's own root. */
function setAttribute(image: HTMLImageElement, name: string, value: string): void {
  const shown = name === "src" && value.startsWith("/") ? pathTo(value) : value;
  if (image.getAttribute(name) !== shown) image.setAttribute(name, shown);
}

export function drawInlineImage(node: Node, view: EditorView): NodeView {
  const isOffsite = offsiteHostOf(node) !== null;
  const image = document.createElement("img");
  const placeholder = isOffsite ? drawOffsite(view) : null;
  const show = (next: Node) => {
    if (placeholder) return placeholder.show(next);
    for (const [name, value] of Object.entries(next.attrs)) {
      if (value === null || value === undefined) image.removeAttribute(name);
      else setAttribute(image, name, String(value));
    }
  };
  show(node);
  return {
    dom: placeholder?.dom ?? image,
    update(next) {
      if (next.type !== node.type || (offsiteHostOf(next) !== null) !== isOffsite) return false;
      show(next);
      return true;
    },
    stopEvent: ({ target }) => isButton(target),
    ignoreMutation: () => true,
  };
}

/** Where the tools of the selected picture are put, within its figure. */
export const PICTURE_TOOLS = "picture-tools";

const SELECTED = "ProseMirror-selectednode";

function box(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}

/**
 * Moves the caret into the caption, to the place of the click. ProseMirror doesn't see these clicks (`stopEvent`). In a picture at the
 * very beginning it would take the move for a mistake of the browser and undo it.
 */
function enterCaption(view: EditorView, caption: HTMLElement, { button, shiftKey, clientX, clientY }: MouseEvent): void {
  if (button !== 0 || shiftKey) return;
  const { doc, tr } = view.state;
  const start = view.posAtDOM(caption, 0) + 1;
  const clicked = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? start;
  const at = Math.min(Math.max(clicked, start), doc.resolve(start).end());
  view.dispatch(tr.setSelection(TextSelection.create(doc, at)));
}

/** The node view of a picture: image (or placeholder), room for its tools, caption. A change keeps the image element. */
export function drawPicture(node: Node, view: EditorView): NodeView {
  const dom = document.createElement("figure");
  const stage = box("picture-stage");
  const tools = box(PICTURE_TOOLS);
  const caption = box("picture-caption");
  const image = document.createElement("img");
  const isOffsite = offsiteHostOf(node) !== null;
  const placeholder = isOffsite ? drawOffsite(view) : null;
  stage.append(placeholder?.dom ?? image);
  for (const fixed of [stage, tools]) fixed.contentEditable = "false";
  dom.append(stage, tools, caption);
  caption.addEventListener("mousedown", (event) => enterCaption(view, caption, event));

  const show = (shown: Node) => {
    const { attrs, firstChild } = shown;
    placeholder?.show(shown);
    const { layout, ...attributes } = attrs as PictureAttributes;
    for (const [name, value] of placeholder ? [] : Object.entries(attributes)) {
      if (value === null) image.removeAttribute(name);
      else setAttribute(image, name, String(value));
    }
    for (const [name, className] of Object.entries(WIDTH_CLASSES)) dom.classList.toggle(className, name === layout);
    caption.classList.toggle("is-empty", firstChild?.content.size === 0);
  };
  show(node);
  return {
    dom,
    contentDOM: caption,
    update(next) {
      if (next.type !== node.type || (offsiteHostOf(next) !== null) !== isOffsite) return false;
      show(next);
      return true;
    },
    // The figure itself isn't draggable, so that text can be selected in its caption and its fields; the image always is.
    selectNode: () => dom.classList.add(SELECTED),
    deselectNode: () => dom.classList.remove(SELECTED),
    stopEvent({ type, target }) {
      if (!(target instanceof globalThis.Node)) return false;
      const fetches = target instanceof Element && target.closest(".offsite-picture button") !== null;
      return fetches || tools.contains(target) || (type === "mousedown" && caption.contains(target));
    },
    ignoreMutation({ type, target }) {
      return type === "selection" ? tools.contains(target) : !caption.contains(target);
    },
  };
}
