import { type AnyExtension, InputRule, type RawCommands } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";

const isInItem = ({ selection: { $from } }: EditorState) =>
  Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(({ type }) => type.name === "listItem");

/** A list that is made of headings has paragraphs in their place. */
const withoutHeadings =
  (toggle: () => ReturnType<RawCommands[keyof RawCommands]>): (() => ReturnType<RawCommands[keyof RawCommands]>) =>
  () =>
  (props) => {
    const { from, to } = props.state.selection;
    let hasHeading = false;
    props.state.doc.nodesBetween(from, to, ({ type }) => {
      hasHeading ||= type.name === "heading";
    });
    if (hasHeading && !isInItem(props.state)) props.commands.setParagraph();
    return toggle()(props);
  };

const makesList = (extension: AnyExtension): AnyExtension =>
  extension.extend({
    addCommands() {
      const commands = (this.parent?.() ?? {}) as Record<string, () => ReturnType<RawCommands[keyof RawCommands]>>;
      return Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, withoutHeadings(command)]));
    },
    // "- " within a heading is its text.
    addInputRules() {
      const rules: InputRule[] = this.parent?.() ?? [];
      return rules.map(
        ({ find, handler, undoable }) =>
          new InputRule({
            find,
            undoable,
            handler: (props) =>
              props.state.doc.resolve(props.range.from).parent.type.name === "paragraph" ? handler(props) : null,
          }),
      );
    },
  });

/** Lets items of lists begin with any block, as in imported recipes and instructions. A new item begins with a paragraph, as before. */
export function withBlocksInLists(extension: AnyExtension): AnyExtension {
  if (extension.name === "listItem") return extension.extend({ content: "block+" });
  return /^(?:bullet|ordered)List$/.test(extension.name) ? makesList(extension) : extension;
}
