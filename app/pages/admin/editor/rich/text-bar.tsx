import type { VirtualElement } from "@floating-ui/dom";
import { NodeSelection } from "@tiptap/pm/state";
import { type Editor, useEditorState } from "@tiptap/react";
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useChoice } from "../choices.ts";
import { useFloat } from "./float.ts";
import { Toolbar, type ToolbarHandle } from "./toolbar.tsx";

function placeOf(editor: Editor, from: number, to: number): VirtualElement {
  return {
    contextElement: editor.view.dom,
    getBoundingClientRect() {
      const [start, end] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to, -1)];
      const isOneLine = Math.abs(start.top - end.top) < 4;
      const { left, right } = editor.view.dom.getBoundingClientRect();
      return new DOMRect(
        isOneLine ? start.left : left,
        start.top,
        isOneLine ? end.right - start.left : right - left,
        end.bottom - start.top,
      );
    },
  };
}

type TextBarProps = {
  editor: Editor;
  controls: string;
  onLink(): void;
  onPicture(): void;
  ref: Ref<ToolbarHandle>;
};

/**
 * The toolbar: over the selected text, or in view all the time if the author wants it so. Calling it with the keyboard keeps it in view
 * until the post is left, because a toolbar that goes when nothing is selected couldn't be reached again.
 */
export function TextBar({ editor, ref, ...toolbar }: TextBarProps) {
  const isChosen = useChoice("toolbar");
  const [isCalled, setCalled] = useState(false);
  const isFixed = isChosen || isCalled;
  const inner = useRef<ToolbarHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const selected = useEditorState({
    editor,
    selector: ({ editor: { state, isFocused } }) => {
      const { from, to, empty } = state.selection;
      const isText = !(state.selection instanceof NodeSelection) && !empty && state.doc.textBetween(from, to) !== "";
      return isText && isFocused ? { from, to } : null;
    },
  });
  const from = selected?.from;
  const to = selected?.to;
  const place = useMemo(
    () => (isFixed || from === undefined || to === undefined ? null : placeOf(editor, from, to)),
    [editor, isFixed, from, to],
  );
  // The line before is what the author has just read.
  useFloat(box, place, "bottom");
  useImperativeHandle(ref, () => ({
    focus() {
      flushSync(() => setCalled(true));
      inner.current?.focus();
    },
  }));
  return (
    <div ref={box} className={isFixed ? "editor-bars" : "editor-bars is-floating"} hidden={!isFixed && place === null}>
      <Toolbar ref={inner} editor={editor} isForSelection={!isFixed} {...toolbar} />
    </div>
  );
}
