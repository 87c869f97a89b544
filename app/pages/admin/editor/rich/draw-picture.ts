import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { WIDTH_CLASSES } from "../../../../domain/content/pictures-model.ts";
import { drawOffsite, offsiteHostOf } from "./draw-offsite.ts";
import type { PictureAttributes } from "./picture.ts";

/** Where the tools of the selected picture are put, within its figure. */
export const PICTURE_TOOLS = "picture-tools";

const SELECTED = "ProseMirror-selectednode";

function box(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  return element;
}

/**
 * Puts the caret into the caption, where it was clicked. ProseMirror doesn't hear of these clicks (`stopEvent`), so it would undo the
 * caret's move in a picture at the very beginning: it takes a caret that jumps there for the browser's mistake.
 */
function enterCaption(view: EditorView, caption: HTMLElement, { button, shiftKey, clientX, clientY }: MouseEvent): void {
  if (button !== 0 || shiftKey) return;
  const { doc, tr } = view.state;
  const start = view.posAtDOM(caption, 0) + 1;
  const clicked = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? start;
  const at = Math.min(Math.max(clicked, start), doc.resolve(start).end());
  view.dispatch(tr.setSelection(TextSelection.create(doc, at)));
}

/**
 * A picture on the page of the editor: image (or what stands for one of another site), room for its tools, caption. A change
 * leaves the image where it is.
 */
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
      else if (image.getAttribute(name) !== String(value)) image.setAttribute(name, String(value));
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
      const isButton = target instanceof Element && target.closest(".offsite-picture button") !== null;
      return isButton || tools.contains(target) || (type === "mousedown" && caption.contains(target));
    },
    ignoreMutation({ type, target }) {
      return type === "selection" ? tools.contains(target) : !caption.contains(target);
    },
  };
}
