import type { Node } from "@tiptap/pm/model";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useState } from "react";
import { createPortal } from "react-dom";
import type { PictureWidth } from "../../../../domain/content/markup/figures.ts";
import { ButtonGroup } from "../../../../ui/button-group.tsx";
import { MediaPicker } from "../../media/media-picker.tsx";
import { GalleryPlace } from "./blocks/gallery.tsx";
import { PICTURE_TOOLS } from "./draw-picture.ts";
import { openParagraph } from "./place-picture.ts";
import { placesOf } from "./places.ts";
import type { PictureAttributes } from "./schema.ts";

const isPicture = (node: Node | null) => node?.type.name === "picture" || node?.type.name === "image";

const undescribed = placesOf((node) => isPicture(node) && !node.attrs.alt);

export function describeImage(editor: Editor, at: number): void {
  if (!isPicture(editor.state.doc.nodeAt(at))) return;
  editor.chain().setNodeSelection(at).scrollIntoView().run();
  // The field renders with the new selection, and after a closed dialog has restored the focus.
  setTimeout(() => document.querySelector<HTMLInputElement>(":is(.picture-bar, .editor-context) input")?.focus(), 50);
}

export function MissingAlternatives({ editor }: { editor: Editor }) {
  const places = useEditorState({
    editor,
    selector: ({ editor: current }) => undescribed(current.state.doc).map(({ at }) => at),
  });
  const [first] = places;
  if (first === undefined) return null;
  return (
    <p className="editor-note" role="status">
      {places.length === 1 ? "One image has no alternative text." : `${places.length} images have no alternative text.`}{" "}
      <button type="button" className="small-button" onClick={() => describeImage(editor, first)}>
        Describe it
      </button>
    </p>
  );
}

const WIDTHS: readonly (readonly [width: PictureWidth, label: string])[] = [
  ["column", "Column"],
  ["wide", "Wide"],
  ["full", "Full"],
];

type Here = { at: number; alt: string; layout: PictureWidth; room: Element };

/** The picture that is selected or whose caption contains the cursor. */
function pictureHere(editor: Editor): Here | null {
  const { selection } = editor.state;
  const { $from } = selection;
  const at = $from.depth > 1 && $from.node(-1).type.name === "picture" ? $from.before(-1) : selection.from;
  const node = editor.state.doc.nodeAt(at);
  if (node?.type.name !== "picture" || (at === selection.from && selection.empty)) return null;
  const figure = editor.view.nodeDOM(at);
  const room = figure instanceof Element ? figure.querySelector(`.${PICTURE_TOOLS}`) : null;
  const { alt, layout } = node.attrs as PictureAttributes;
  return room ? { at, alt, layout, room } : null;
}

const isSame = (a: Here | null, b: Here | null) =>
  a === b || (!!a && !!b && a.room === b.room && a.at === b.at && a.alt === b.alt && a.layout === b.layout);

type PictureBarProps = {
  editor: Editor;
  here: Here;
  onChange(attributes: Partial<PictureAttributes>): void;
  onReplace(): void;
};

function PictureBar({ editor, here: { at, alt, layout }, onChange, onReplace }: PictureBarProps) {
  const leave = (event: KeyboardEvent) => {
    if (!["Enter", "Escape", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    openParagraph(editor.view, { fresh: event.key === "Enter" });
  };
  const remove = () => {
    const size = editor.state.doc.nodeAt(at)?.nodeSize ?? 0;
    editor
      .chain()
      .deleteRange({ from: at, to: at + size })
      .focus()
      .run();
  };
  return (
    <ButtonGroup className="picture-bar" aria-label="Image">
      <label className="tool-field">
        <span>Alt text</span>
        <input
          value={alt}
          placeholder="What the image shows"
          maxLength={300}
          onChange={({ target }) => onChange({ alt: target.value })}
          onKeyDown={leave}
        />
      </label>
      <ButtonGroup className="segments" aria-label="Width">
        {WIDTHS.map(([width, label]) => (
          <button key={width} type="button" aria-pressed={width === layout} onClick={() => onChange({ layout: width })}>
            {label}
          </button>
        ))}
      </ButtonGroup>
      <GalleryPlace editor={editor} at={at} />
      <button type="button" className="small-button" onClick={onReplace}>
        Replace
      </button>
      <button type="button" className="small-button" onClick={remove}>
        Remove
      </button>
    </ButtonGroup>
  );
}

/** The tools of the selected picture, below it: alternative text, width, replacement. */
export function PictureTools({ editor }: { editor: Editor }) {
  const [isReplacing, setReplacing] = useState(false);
  const here = useEditorState({
    editor,
    selector: ({ editor: current }) => pictureHere(current),
    equalityFn: (a, b) => isSame(a, b),
  });
  if (!here) return null;
  const { at, alt, room } = here;
  const change = (attributes: Partial<PictureAttributes>) => {
    const { tr } = editor.state;
    for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(at, name, value);
    editor.view.dispatch(tr);
  };
  return (
    <>
      {createPortal(<PictureBar editor={editor} here={here} onChange={change} onReplace={() => setReplacing(true)} />, room)}
      <MediaPicker
        open={isReplacing}
        onClose={() => setReplacing(false)}
        onPick={({ url, alt: described, width, height }) => {
          setReplacing(false);
          change({ src: url, alt: described || alt, width, height });
        }}
      />
    </>
  );
}
