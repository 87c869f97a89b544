import { type Editor, Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { matchingItems, type SlashItem } from "./items.ts";

/** The menu while it is open: where its "/" stands, what was typed behind it, and which item would be taken. */
export type Slash = { from: number; query: string; active: number };
type Change = { open: number } | { active: number } | "close";

const key = new PluginKey<Slash | null>("slash");
/** The id of the list; its options have it with their number. */
export const SLASH_LIST = "slash-list";
const LONGEST = 30;

export const slashOf = (state: EditorState): Slash | null => key.getState(state) ?? null;

/** What stands between "/" and the cursor; null when the cursor has left it. */
function queryAt({ selection }: EditorState, from: number): string | null {
  const { $head, empty } = selection;
  const start = from - $head.start();
  if (!empty || !$head.parent.isTextblock || start < 0 || $head.parentOffset <= start) return null;
  const typed = $head.parent.textBetween(start, $head.parentOffset, "\n", "\ufffc");
  return /^\/(?:[^\s/\ufffc][^/\ufffc]*)?$/.test(typed) && typed.length <= LONGEST ? typed.slice(1) : null;
}

function next(transaction: Transaction, before: Slash | null, state: EditorState): Slash | null {
  const change = transaction.getMeta(key) as Change | undefined;
  if (change === "close") return null;
  const opened = typeof change === "object" && "open" in change ? change.open : undefined;
  if (opened === undefined && !before) return null;
  const from = opened ?? transaction.mapping.map(before?.from ?? 0, -1);
  const query = queryAt(state, from);
  if (query === null) return null;
  const active = typeof change === "object" && "active" in change ? change.active : query === before?.query ? before.active : 0;
  return { from, query, active };
}

/** Makes an item the one that Enter takes. */
export const highlight = (view: EditorView, active: number): void =>
  view.dispatch(view.state.tr.setMeta(key, { active } satisfies Change));

/** Takes "/" and what was typed behind it away, and does what the item says. */
export function takeItem(editor: Editor, item: SlashItem): void {
  const slash = slashOf(editor.state);
  if (!slash) return;
  editor.view.dispatch(editor.state.tr.delete(slash.from, editor.state.selection.head).setMeta(key, "close" satisfies Change));
  item.run(editor);
}

/** Whether "/" begins a word at a place: at the start of a block or behind a blank, and not in code. */
function mayOpen({ doc, schema }: EditorState, at: number): boolean {
  const $from = doc.resolve(at);
  if ($from.parent.type.spec.code || $from.marks().some(({ type }) => type === schema.marks.code)) return false;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, "\n", "\ufffc");
  return before === "" || /\s/.test(before);
}

/** "/" opens a menu of what can be put there; arrow keys, Enter and Escape rule it while the cursor stays in the text. */
export const SlashMenu = Extension.create<{ items: SlashItem[] }>({
  name: "slash",
  priority: 1000,
  addOptions: () => ({ items: [] }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    const keys = (view: EditorView, event: KeyboardEvent): boolean => {
      const slash = slashOf(view.state);
      const shown = slash ? matchingItems(options.items, slash.query) : [];
      if (!slash || shown.length === 0 || event.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const item = shown[slash.active];
      if (step !== undefined) highlight(view, (slash.active + step + shown.length) % shown.length);
      else if (event.key === "Escape") view.dispatch(view.state.tr.setMeta(key, "close" satisfies Change));
      else if ((event.key === "Enter" || event.key === "Tab") && item) takeItem(editor, item);
      else return false;
      event.stopPropagation();
      return true;
    };
    return [
      new Plugin<Slash | null>({
        key,
        state: { init: () => null, apply: (transaction, before, _old, state) => next(transaction, before, state) },
        props: {
          handleKeyDown: keys,
          handleTextInput(view, from, to, text) {
            // The place is where the browser typed: right after a jump of the cursor the state's own selection may still be the old one.
            if (text !== "/" || !mayOpen(view.state, from)) return false;
            const typed = view.state.tr.insertText("/", from, to);
            typed.setSelection(TextSelection.create(typed.doc, from + 1));
            view.dispatch(typed.setMeta(key, { open: from } satisfies Change));
            return true;
          },
          // What screen readers follow while the keyboard stays in the text.
          attributes(state): Record<string, string> {
            const slash = slashOf(state);
            if (!slash || matchingItems(options.items, slash.query).length === 0) return {};
            return {
              "aria-autocomplete": "list",
              "aria-controls": SLASH_LIST,
              "aria-activedescendant": `${SLASH_LIST}-${slash.active}`,
            };
          },
          handleDOMEvents: {
            blur(view) {
              if (slashOf(view.state)) view.dispatch(view.state.tr.setMeta(key, "close" satisfies Change));
              return false;
            },
          },
        },
      }),
    ];
  },
});
