import { Node, wrappingInputRule } from "@tiptap/core";
import type { Editor } from "@tiptap/react";
import {
  CALLOUTS,
  type CalloutKind,
  calloutClass,
  calloutKind,
  isCalloutKind,
} from "../../../../../domain/content/markup/callouts.ts";
import type { EditorBlock } from "./editor-block.ts";

const DEFAULT: CalloutKind = "note";
const kindOf = (kind: unknown): CalloutKind => (isCalloutKind(String(kind)) ? (kind as CalloutKind) : DEFAULT);

const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => ({
    kind: {
      default: DEFAULT,
      parseHTML: (element) => calloutKind(element.className) ?? DEFAULT,
      renderHTML: ({ kind }) => ({ class: calloutClass(kindOf(kind)) }),
    },
  }),
  parseHTML: () => [{ tag: "aside", getAttrs: (element) => (calloutKind(element.className) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ["aside", HTMLAttributes, 0],
  // Markdown as it is typed: `[!TIP]` and a blank.
  addInputRules() {
    const kinds = Object.keys(CALLOUTS).join("|");
    return [
      wrappingInputRule({
        find: new RegExp(`^\\[!(${kinds})\\]\\s$`, "i"),
        type: this.type,
        getAttributes: ([, kind = ""]) => ({ kind: kind.toLowerCase() }),
      }),
    ];
  },
});

function CalloutTools({ editor }: { editor: Editor }) {
  return (
    <>
      <label className="tool-field">
        <span>Callout</span>
        <select
          value={kindOf(editor.getAttributes("callout").kind)}
          onChange={({ target }) => editor.commands.updateAttributes("callout", { kind: target.value })}
        >
          {Object.entries(CALLOUTS).map(([kind, title]) => (
            <option key={kind} value={kind}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="small-button" onClick={() => editor.chain().focus().lift("callout").run()}>
        Remove callout
      </button>
    </>
  );
}

export const callout: EditorBlock = {
  extensions: [Callout],
  items: () => [
    {
      label: "Callout",
      sign: "callout",
      words: "note tip important warning caution info alert aside admonition box",
      run: (editor) => editor.chain().focus().wrapIn("callout").run(),
    },
  ],
  tools: { isHere: (editor) => editor.isActive("callout"), Tools: CalloutTools },
};
