import { type Editor, useEditorState } from "@tiptap/react";
import { useLayoutEffect, useRef } from "react";
import { EditorIcon } from "../rich/editor-icon.tsx";
import { matchingItems, type SlashItem } from "./items.ts";
import { highlight, SLASH_LIST, slashOf, takeItem } from "./slash-plugin.ts";

/** So much stays free between the menu and the window's edges, in CSS pixels. */
const EDGE = 8;

/** Stands under the line of "/", or above it where there is more room; never beyond the window or the paper's edges. */
function place(list: HTMLElement, editor: Editor, from: number): void {
  const paper = list.offsetParent;
  if (!paper) return;
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const box = paper.getBoundingClientRect();
  // A keyboard on the glass leaves less of the window than there is.
  const seen = { top: visualViewport?.offsetTop ?? 0, height: visualViewport?.height ?? innerHeight };
  const [above, below] = [top - seen.top - EDGE, seen.top + seen.height - bottom - EDGE];
  list.style.maxHeight = "";
  const isAbove = list.offsetHeight > below && above > below;
  list.style.maxHeight = `${isAbove ? above : below}px`;
  list.style.left = `${Math.max(0, Math.min(left - box.left, box.width - list.offsetWidth))}px`;
  list.style.top = `${(isAbove ? top - list.offsetHeight - 4 : bottom + 4) - box.top}px`;
}

/** What "/" offers, while the keyboard stays in the text. */
export function SlashList({ editor, items }: { editor: Editor; items: SlashItem[] }) {
  const list = useRef<HTMLDivElement>(null);
  const slash = useEditorState({ editor, selector: ({ editor: current }) => slashOf(current.state) });
  const shown = slash ? matchingItems(items, slash.query) : [];
  const from = slash?.from;
  useLayoutEffect(() => {
    if (list.current && from !== undefined && shown.length > 0) place(list.current, editor, from);
  }, [editor, from, shown.length]);
  const active = slash?.active ?? 0;
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const isOpen = slash !== null && shown.length > 0;
  return (
    <>
      <p className="sr-only" role="status">
        {isOpen ? `${shown.length} ${shown.length === 1 ? "thing" : "things"} to insert; arrow keys choose` : ""}
      </p>
      {isOpen ? (
        <div className="suggestions slash-list" id={SLASH_LIST} role="listbox" aria-label="Insert" ref={list}>
          {shown.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's
            <div
              key={item.name}
              id={`${SLASH_LIST}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === slash.active}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => (index === slash.active ? undefined : highlight(editor.view, index))}
              onClick={() => takeItem(editor, item)}
            >
              <span className="slash-sign" aria-hidden="true">
                {/^H\d$/.test(item.sign) ? item.sign : <EditorIcon name={item.sign as Exclude<typeof item.sign, `H${number}`>} />}
              </span>
              {item.name}
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}
