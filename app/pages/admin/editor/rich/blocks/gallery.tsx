import { Node } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { GALLERY_CLASS } from "../../../../../domain/content/markup/galleries.ts";
import type { BlockPrompts, EditorBlock } from "./editor-block.ts";
import { GALLERY, ITEM } from "./texts.ts";

const Gallery = Node.create({
  name: "gallery",
  group: "block",
  content: "picture+ figcaption?",
  isolating: true,
  parseHTML: () => [{ tag: `figure.${GALLERY_CLASS}`, priority: 70 }],
  renderHTML: () => ["figure", { class: GALLERY_CLASS }, 0],
});

/** The gallery around the selection: its position and node. */
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

/** Adds pictures to the gallery at the cursor, or makes one of them. */
export function addToGallery(editor: Editor, added: readonly Added[]): void {
  const { schema, tr } = editor.state;
  const pictures = added.flatMap(({ url, alt, width, height }) => {
    const picture = schema.nodes.picture?.createAndFill({ src: url, alt, width, height });
    return picture ? [picture] : [];
  });
  const type = schema.nodes.gallery;
  if (pictures.length === 0 || !type) return;
  const here = galleryAt(editor);
  if (here) {
    const hasCaption = here.node.lastChild?.type.name === "figcaption";
    const end = here.at + here.node.nodeSize - 1 - (hasCaption ? (here.node.lastChild?.nodeSize ?? 0) : 0);
    editor.view.dispatch(tr.insert(end, pictures));
    return;
  }
  editor.view.dispatch(tr.replaceRangeWith(tr.selection.to, tr.selection.to, type.create(null, Fragment.from(pictures))));
}

/** Puts the pictures of a gallery below each other again. */
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
        {GALLERY.add}
      </button>
      <button type="button" className="small-button" onClick={() => ungroup(editor)}>
        {GALLERY.ungroup}
      </button>
    </>
  );
}

export const gallery: EditorBlock = {
  extensions: [Gallery],
  items: ({ gallery: ask }) => [{ label: ITEM.gallery, sign: "gallery", words: "pictures photos images grid", run: ask }],
  tools: { isHere: (editor) => galleryAt(editor) !== null, Tools: GalleryTools },
};
