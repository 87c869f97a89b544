import { type Editor, useEditorState } from "@tiptap/react";
import { useLayoutEffect, useRef } from "react";
import { isSlashOpen, openSlash } from "./slash-menu.tsx";
import { EditorIcon } from "./toolbar.tsx";

/** So wide is the button with its gap to the text, in CSS pixels. */
const ROOM = 44;

/** The position of the empty paragraph with the cursor, null if the cursor is elsewhere. */
function emptyLine({ state, isFocused }: Editor): number | null {
  const { $from, empty } = state.selection;
  const isEmpty = empty && $from.depth === 1 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
  return isFocused && isEmpty && !isSlashOpen(state) ? $from.before(1) : null;
}

/** On an empty line, opens the menu that "/" opens: for the mouse and for fingers. It isn't in the order of tabs. */
export function InsertButton({ editor }: { editor: Editor }) {
  const button = useRef<HTMLButtonElement>(null);
  const at = useEditorState({ editor, selector: ({ editor: current }) => emptyLine(current) });
  useLayoutEffect(() => {
    const room = button.current?.offsetParent;
    const line = at === null ? null : editor.view.nodeDOM(at);
    if (!button.current || !room || !(line instanceof HTMLElement)) return;
    const [box, text] = [room.getBoundingClientRect(), line.getBoundingClientRect()];
    const isBeside = text.left - box.left >= ROOM;
    button.current.style.left = `${isBeside ? text.left - box.left - ROOM : text.right - box.left - ROOM}px`;
    button.current.style.top = `${text.top - box.top + text.height / 2}px`;
  });
  if (at === null) return null;
  return (
    <button
      ref={button}
      type="button"
      className="insert-button"
      aria-label="Insert an image, quote or more"
      title="Insert an image, quote or more"
      tabIndex={-1}
      // The cursor stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => openSlash(editor)}
    >
      <EditorIcon name="plus" />
    </button>
  );
}
