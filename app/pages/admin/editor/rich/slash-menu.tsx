import { autoUpdate } from "@floating-ui/dom";
import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type Editor, useEditorState } from "@tiptap/react";
import { useLayoutEffect, useRef } from "react";
import { isComposing } from "../../../../ui/form/composed-words.ts";
import type { BlockPrompts } from "./blocks/editor-block.ts";
import { EDITOR_BLOCKS } from "./blocks/editor-blocks.ts";
import { insertFootnote } from "./footnotes.tsx";
import { type Action, actionGroups, EditorIcon } from "./toolbar.tsx";

const GROUP_LABELS = { text: "Text", insert: "Insert" } as const;
type Group = keyof typeof GROUP_LABELS;

/** Other names for tools of the toolbar, by the name there. */
const INSERT_WORDS = {
  text: {
    Quote: "blockquote citation",
    "Heading 2": "h2 title section",
    "Heading 3": "h3 title section",
    "Heading 4": "h4 title section",
    "Bullet list": "ul unordered points",
    "Numbered list": "ol ordered steps",
    "Code block": "pre program",
  },
  insert: {
    Image: "picture photo media upload",
    Table: "rows columns grid",
    Divider: "line rule hr separator",
  },
} as const;

/** An item of the slash menu. `words` are other names under which it is found. */
export type SlashItem = { group: Group; label: string; sign: Action["sign"]; words: string; run(editor: Editor): void };

type Prompts = BlockPrompts & { link(): void; picture(): void; embed(): void };

export function slashItems(asking: Prompts): SlashItem[] {
  const actions = actionGroups(asking).flat();
  const tools = (group: Group) =>
    Object.entries(INSERT_WORDS[group]).flatMap(([label, words]): SlashItem[] => {
      const action = actions.find((one) => one.label === label);
      return action ? [{ group, label, words, sign: action.sign, run: action.run }] : [];
    });
  const others: Omit<SlashItem, "group">[] = [
    ...EDITOR_BLOCKS.flatMap(({ items }) => items?.(asking) ?? []),
    { label: "Footnote", sign: "footnote", words: "note reference annotation", run: insertFootnote },
    { label: "Embed", sign: "embed", words: "video youtube vimeo spotify soundcloud codepen music audio", run: asking.embed },
    { label: "Link to a post", sign: "link", words: "url address own article internal", run: asking.link },
  ];
  return [...tools("text"), ...tools("insert"), ...others.map((item) => ({ ...item, group: "insert" as const }))];
}

/** The items whose name, or another name for it, begins with what was typed; by their own names first. */
export function matchingItems(items: readonly SlashItem[], query: string): SlashItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [...items];
  const rank = ({ label, words }: SlashItem) => {
    const own = label.toLowerCase();
    if (own.startsWith(wanted)) return 0;
    if (own.split(" ").some((word) => word.startsWith(wanted))) return 1;
    return words.split(" ").some((word) => word.startsWith(wanted)) ? 2 : 3;
  };
  return items.filter((item) => rank(item) < 3).sort((a, b) => rank(a) - rank(b));
}

/** The state of the open menu: the position of "/", the text typed after it, and the index of the highlighted item. */
type Slash = { from: number; query: string; active: number };
type Change = { open: number } | { active: number } | "close";

const key = new PluginKey<Slash | null>("slash");
const SLASH_LIST = "slash-list";
const LONGEST = 30;

const slashOf = (state: EditorState): Slash | null => key.getState(state) ?? null;

export const isSlashOpen = (state: EditorState): boolean => slashOf(state) !== null;

export function openSlash(editor: Editor): void {
  const { from, to } = editor.state.selection;
  const typed = editor.state.tr.insertText("/", from, to);
  editor.view.dispatch(typed.setMeta(key, { open: from } satisfies Change));
  editor.view.focus();
}

/** The text between "/" and the cursor; null if the cursor has left it. */
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

const highlight = (view: EditorView, active: number): void =>
  view.dispatch(view.state.tr.setMeta(key, { active } satisfies Change));

/** Takes "/" and what was typed behind it away, and does what the item says. */
function takeItem(editor: Editor, item: SlashItem): void {
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
      if (!slash || shown.length === 0 || isComposing(event)) return false;
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

/** So much stays free between the menu and the window's edges, in CSS pixels, and so high is the menu at most. */
const EDGE = 8;
const HIGHEST = 360;

/** Scrolls the list, and nothing around it, until the option that Enter takes can be seen. */
function showActive(list: HTMLElement): void {
  const option = list.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!option) return;
  const { offsetTop: top, offsetHeight: height } = option;
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight));
}

/** Puts the list under the line of "/", or above it where there is more room; never beyond the window or the paper's edges. */
function place(list: HTMLElement, editor: Editor, from: number): void {
  const paper = list.offsetParent;
  if (!paper) return;
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const box = paper.getBoundingClientRect();
  // A keyboard on the glass leaves less of the window than there is.
  const seen = { top: visualViewport?.offsetTop ?? 0, height: visualViewport?.height ?? innerHeight };
  const [above, below] = [top - seen.top - EDGE, seen.top + seen.height - bottom - EDGE];
  const { scrollTop } = list;
  list.style.maxHeight = `${HIGHEST}px`;
  const isAbove = list.offsetHeight > below && above > below;
  list.style.maxHeight = `${Math.min(HIGHEST, isAbove ? above : below)}px`;
  list.style.left = `${Math.max(0, Math.min(left - box.left, box.width - list.offsetWidth))}px`;
  list.style.top = `${(isAbove ? top - list.offsetHeight - 4 : bottom + 4) - box.top}px`;
  list.scrollTop = scrollTop;
  // It may be lower than before.
  showActive(list);
}

type SlashOptionProps = { editor: Editor; item: SlashItem; index: number; isActive: boolean };

function SlashOption({ editor, item, index, isActive }: SlashOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's
    <div
      id={`${SLASH_LIST}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => (isActive ? undefined : highlight(editor.view, index))}
      onClick={() => takeItem(editor, item)}
    >
      <span className="slash-sign" aria-hidden="true">
        {/^H\d$/.test(item.sign) ? item.sign : <EditorIcon name={item.sign as Exclude<typeof item.sign, `H${number}`>} />}
      </span>
      {item.label}
    </div>
  );
}

const GROUPS = Object.keys(GROUP_LABELS) as Group[];

export function SlashList({ editor, items }: { editor: Editor; items: SlashItem[] }) {
  const list = useRef<HTMLDivElement>(null);
  const slash = useEditorState({ editor, selector: ({ editor: current }) => slashOf(current.state) });
  const shown = slash ? matchingItems(items, slash.query) : [];
  const from = slash?.from;
  useLayoutEffect(() => {
    const menu = list.current;
    if (from === undefined || shown.length === 0 || !menu) return;
    const paper = editor.view.dom;
    // The editor may scroll to the line of "/" after this, and the paper grow above it when more of it is laid out.
    const reference = { contextElement: paper, getBoundingClientRect: () => paper.getBoundingClientRect() };
    return autoUpdate(reference, menu, () => place(menu, editor, from));
  }, [editor, from, shown.length]);
  const active = slash?.active ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active option is another one to show
  useLayoutEffect(() => {
    if (list.current) showActive(list.current);
  }, [active]);
  const isOpen = slash !== null && shown.length > 0;
  const option = (item: SlashItem, index: number) => (
    <SlashOption key={item.label} editor={editor} item={item} index={index} isActive={index === active} />
  );
  return (
    <>
      <p className="sr-only" role="status">
        {isOpen ? `${shown.length} ${shown.length === 1 ? "thing" : "things"} to insert; arrow keys choose` : ""}
      </p>
      {isOpen ? (
        <div className="option-list slash-list" id={SLASH_LIST} role="listbox" aria-label="Insert" ref={list}>
          {slash.query === ""
            ? GROUPS.map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: the options of a list have no fieldset
                <div key={group} role="group" aria-labelledby={`${SLASH_LIST}-${group}`}>
                  <p className="slash-group" id={`${SLASH_LIST}-${group}`}>
                    {GROUP_LABELS[group]}
                  </p>
                  {shown.map((item, index) => (item.group === group ? option(item, index) : null))}
                </div>
              ))
            : shown.map(option)}
        </div>
      ) : null}
    </>
  );
}
