import { Node as Block } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { flushSync } from "react-dom";
import { GALLERY_CLASS } from "../../../../../domain/content/markup/galleries.ts";
import { placeBlock } from "../place-picture.ts";
import type { BlockPrompts, EditorBlock } from "./editor-block.ts";

const Gallery = Block.create({
  name: "gallery",
  group: "block",
  content: "picture+ figcaption?",
  isolating: true,
  parseHTML: () => [{ tag: `figure.${GALLERY_CLASS}`, priority: 70 }],
  renderHTML: () => ["figure", { class: GALLERY_CLASS }, 0],
});

function galleryAt(editor: Editor) {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection && selection.node.type.name === "gallery") {
    return { at: selection.from, node: selection.node };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name === "gallery") return { at: $from.before(depth), node: $from.node(depth) };
  }
  return null;
}

type Added = { url: string; alt: string; width: number; height: number };

/** Adds pictures to the gallery at the cursor, or makes one of them. @returns the position of the first one; null if they don't fit there */
export function addToGallery(editor: Editor, added: readonly Added[]): number | null {
  const { schema, tr } = editor.state;
  const pictures = added.flatMap(({ url, alt, width, height }) => {
    const picture = schema.nodes.picture?.createAndFill({ src: url, alt, width, height });
    return picture ? [picture] : [];
  });
  const type = schema.nodes.gallery;
  if (pictures.length === 0 || !type) return null;
  const here = galleryAt(editor);
  if (here) {
    const hasCaption = here.node.lastChild?.type.name === "figcaption";
    const end = here.at + here.node.nodeSize - 1 - (hasCaption ? (here.node.lastChild?.nodeSize ?? 0) : 0);
    editor.view.dispatch(tr.insert(end, pictures));
    return end;
  }
  const at = placeBlock(tr, tr.selection.to, type.create(null, Fragment.from(pictures)));
  if (at === null) return null;
  editor.view.dispatch(tr);
  return at + 1;
}

/**
 * The picture next to another one of the same gallery.
 * @param at the position of the picture; @param step -1 for the one before it, 1 for the one after it
 */
function neighborOf({ state: { doc } }: Editor, at: number, step: -1 | 1): Node | null {
  const $at = doc.resolve(at);
  if ($at.parent.type.name !== "gallery") return null;
  const neighbor = step < 0 ? $at.nodeBefore : $at.parent.maybeChild($at.index() + 1);
  return neighbor?.type.name === "picture" ? neighbor : null;
}

function movePicture(editor: Editor, at: number, step: -1 | 1): void {
  const { doc, tr } = editor.state;
  const picture = doc.nodeAt(at);
  const neighbor = neighborOf(editor, at, step);
  if (!picture || !neighbor) return;
  const from = step < 0 ? at - neighbor.nodeSize : at;
  const pair = step < 0 ? [picture, neighbor] : [neighbor, picture];
  tr.replaceWith(from, from + picture.nodeSize + neighbor.nodeSize, pair);
  const moved = from + (step < 0 ? 0 : neighbor.nodeSize);
  // One undo takes back one move.
  editor.view.dispatch(closeHistory(tr).setSelection(NodeSelection.create(tr.doc, moved)).scrollIntoView());
}

const STEPS = [
  { step: -1, label: "Move earlier" },
  { step: 1, label: "Move later" },
] as const;

/** The buttons that change a picture's place in its gallery, for fingers and keyboards, which can't drag it. */
export function GalleryPlace({ editor, at }: { editor: Editor; at: number }) {
  if (editor.state.doc.resolve(at).parent.type.name !== "gallery") return null;
  const move = (step: -1 | 1, label: string) => {
    // The tools render at once at the picture's new place, and the focus follows them before the next key.
    flushSync(() => movePicture(editor, at, step));
    document.querySelector<HTMLElement>(`.picture-bar [data-move="${label}"]`)?.focus();
  };
  return STEPS.map(({ step, label }) => (
    <button
      key={step}
      type="button"
      className="small-button"
      data-move={label}
      aria-disabled={!neighborOf(editor, at, step) || undefined}
      onClick={() => move(step, label)}
    >
      {label}
    </button>
  ));
}

function ungroup(editor: Editor): void {
  const here = galleryAt(editor);
  if (!here) return;
  const pictures = here.node.children.filter(({ type }) => type.name === "picture");
  editor.view.dispatch(editor.state.tr.replaceWith(here.at, here.at + here.node.nodeSize, pictures));
  editor.commands.focus();
}

function GalleryTools({ editor, gallery: ask }: { editor: Editor } & BlockPrompts) {
  return (
    <>
      <button type="button" className="small-button" onClick={ask}>
        Add images to the gallery
      </button>
      <button type="button" className="small-button" onClick={() => ungroup(editor)}>
        Ungroup
      </button>
    </>
  );
}

export const gallery: EditorBlock = {
  extensions: [Gallery],
  items: ({ gallery: ask }) => [{ label: "Gallery", sign: "gallery", words: "pictures photos images grid", run: ask }],
  tools: { isHere: (editor) => galleryAt(editor) !== null, Tools: GalleryTools },
};
