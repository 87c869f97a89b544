import { type Editor, useEditorState } from "@tiptap/react";
import AudioLines from "lucide-react/icons/audio-lines";
import Bold from "lucide-react/icons/bold";
import Bookmark from "lucide-react/icons/bookmark";
import Code from "lucide-react/icons/code";
import Image from "lucide-react/icons/image";
import Images from "lucide-react/icons/images";
import Italic from "lucide-react/icons/italic";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import ListCollapse from "lucide-react/icons/list-collapse";
import ListOrdered from "lucide-react/icons/list-ordered";
import MessageSquareWarning from "lucide-react/icons/message-square-warning";
import Minus from "lucide-react/icons/minus";
import PanelRight from "lucide-react/icons/panel-right";
import Paperclip from "lucide-react/icons/paperclip";
import Pin from "lucide-react/icons/pin";
import Plus from "lucide-react/icons/plus";
import Quote from "lucide-react/icons/quote";
import Redo2 from "lucide-react/icons/redo-2";
import Scan from "lucide-react/icons/scan";
import Search from "lucide-react/icons/search";
import Sigma from "lucide-react/icons/sigma";
import SquareCode from "lucide-react/icons/square-code";
import SquarePlay from "lucide-react/icons/square-play";
import Strikethrough from "lucide-react/icons/strikethrough";
import Superscript from "lucide-react/icons/superscript";
import Table from "lucide-react/icons/table";
import Undo2 from "lucide-react/icons/undo-2";
import Video from "lucide-react/icons/video";
import Workflow from "lucide-react/icons/workflow";
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { ButtonGroup } from "../../../../ui/button-group.tsx";
import { insertFootnote } from "./footnotes.tsx";
import { HEADINGS } from "./schema.ts";

/** The icons of the editor's buttons, from Lucide. */
const ICONS = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  bullets: List,
  numbers: ListOrdered,
  quote: Quote,
  "code-block": SquareCode,
  link: Link,
  image: Image,
  table: Table,
  footnote: Superscript,
  embed: SquarePlay,
  bookmark: Bookmark,
  callout: MessageSquareWarning,
  toggle: ListCollapse,
  gallery: Images,
  audio: AudioLines,
  video: Video,
  file: Paperclip,
  formula: Sigma,
  diagram: Workflow,
  find: Search,
  focus: Scan,
  panel: PanelRight,
  pin: Pin,
  plus: Plus,
  rule: Minus,
  undo: Undo2,
  redo: Redo2,
};

type EditorIconName = keyof typeof ICONS;

export function EditorIcon({ name }: { name: EditorIconName }) {
  const Shape = ICONS[name];
  return <Shape className="icon" aria-hidden="true" />;
}

/** A button of the toolbar. `isOn` is missing where nothing is switched on or off. */
export type Action = {
  label: string;
  /** what the button shows: an icon, or two letters */
  sign: EditorIconName | `H${number}`;
  /** in the format of aria-keyshortcuts; Control means Command on a Mac */
  keys?: string;
  isOn?(editor: Editor): boolean;
  can?(editor: Editor): boolean;
  run(editor: Editor): void;
};

const chain = (editor: Editor) => editor.chain().focus();

const headings: Action[] = HEADINGS.map((level) => ({
  label: `Heading ${level}`,
  sign: `H${level}`,
  keys: `Control+Alt+${level}`,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
}));

const marks: Action[] = [
  { label: "Bold", sign: "bold", keys: "Control+B", isOn: (e) => e.isActive("bold"), run: (e) => chain(e).toggleBold().run() },
  {
    label: "Italic",
    sign: "italic",
    keys: "Control+I",
    isOn: (e) => e.isActive("italic"),
    run: (e) => chain(e).toggleItalic().run(),
  },
  {
    label: "Strikethrough",
    sign: "strike",
    keys: "Control+Shift+S",
    isOn: (e) => e.isActive("strike"),
    run: (e) => chain(e).toggleStrike().run(),
  },
  { label: "Code", sign: "code", keys: "Control+E", isOn: (e) => e.isActive("code"), run: (e) => chain(e).toggleCode().run() },
];

const blocks: Action[] = [
  {
    label: "Bullet list",
    sign: "bullets",
    keys: "Control+Shift+8",
    isOn: (e) => e.isActive("bulletList"),
    run: (e) => chain(e).toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    sign: "numbers",
    keys: "Control+Shift+7",
    isOn: (e) => e.isActive("orderedList"),
    run: (e) => chain(e).toggleOrderedList().run(),
  },
  {
    label: "Quote",
    sign: "quote",
    keys: "Control+Shift+B",
    isOn: (e) => e.isActive("blockquote"),
    run: (e) => chain(e).toggleBlockquote().run(),
  },
  {
    label: "Code block",
    sign: "code-block",
    keys: "Control+Alt+C",
    isOn: (e) => e.isActive("codeBlock"),
    run: (e) => chain(e).toggleCodeBlock().run(),
  },
];

const inserts: Action[] = [
  {
    label: "Table",
    sign: "table",
    can: (e) => !e.isActive("table"),
    run: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { label: "Divider", sign: "rule", run: (e) => chain(e).setHorizontalRule().run() },
];

const history: Action[] = [
  { label: "Undo", sign: "undo", keys: "Control+Z", can: (e) => e.can().undo(), run: (e) => chain(e).undo().run() },
  { label: "Redo", sign: "redo", keys: "Control+Shift+Z", can: (e) => e.can().redo(), run: (e) => chain(e).redo().run() },
];

const textGroups = (link: () => void): Action[][] => [
  headings,
  [...marks, { label: "Link", sign: "link", keys: "Control+K", isOn: (e) => e.isActive("link"), run: link }],
  blocks,
];

/** The toolbar's buttons, in groups. Link and picture ask first, so what they do is given. */
export const actionGroups = (ask: { link(): void; picture(): void }): Action[][] => [
  ...textGroups(ask.link),
  [{ label: "Image", sign: "image", run: ask.picture }, ...inserts],
  history,
];

/** The buttons over selected text: what is done to words. */
const selectionGroups = (link: () => void): Action[][] => [
  ...textGroups(link),
  [{ label: "Footnote", sign: "footnote", run: insertFootnote }],
];

const buttonsOf = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];

/**
 * A row of buttons as one tab stop (WAI-ARIA's toolbar): arrow keys, Home and End move between them, Escape leaves the row.
 * @param name the label of the row
 * @param onLeave called on Escape
 */
function useRovingFocus(name: string, onLeave: () => void) {
  const bar = useRef<HTMLDivElement>(null);

  /** Exactly one button is in the order of tabs: the one that was last used, if it still can be. */
  const settle = useCallback((wanted?: HTMLButtonElement) => {
    const buttons = buttonsOf(bar.current);
    const current = wanted ?? buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
  }, []);
  useEffect(() => settle());

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      return onLeave();
    }
    const buttons = buttonsOf(bar.current);
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || buttons.length === 0) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLButtonElement) settle(target);
  };
  const focus = useCallback(
    () =>
      buttonsOf(bar.current)
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus(),
    [],
  );
  return { bar: { ref: bar, role: "toolbar", "aria-label": name, onKeyDown, onFocus } as const, focus };
}

export type ToolbarHandle = { focus(): void };

type ToolbarProps = {
  editor: Editor;
  controls: string;
  onLink(): void;
  onPicture(): void;
  /** whether it stands over selected text */
  isForSelection: boolean;
  ref: Ref<ToolbarHandle>;
};

const isHeading = (sign: Action["sign"]): sign is `H${number}` => /^H\d$/.test(sign);

function ToolbarButton({ action, editor, isOn, can }: { action: Action; editor: Editor; isOn?: boolean; can: boolean }) {
  const { label, sign, keys } = action;
  return (
    <button
      type="button"
      className="tool"
      aria-label={label}
      aria-pressed={isOn}
      aria-disabled={can ? undefined : true}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys.replace("Control", "Ctrl")})` : label}
      tabIndex={-1}
      // The text keeps its selection, and on phones its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => (can ? action.run(editor) : undefined)}
    >
      {isHeading(sign) ? <span className="tool-sign" data-sign={sign} /> : <EditorIcon name={sign} />}
    </button>
  );
}

/** The buttons over the text: one stop of the Tab key, arrow keys within; Alt+F10 leads here, Escape back. */
export function Toolbar({ editor, controls, onLink, onPicture, isForSelection, ref }: ToolbarProps) {
  const groups = useMemo(
    () => (isForSelection ? selectionGroups(onLink) : actionGroups({ link: onLink, picture: onPicture })),
    [isForSelection, onLink, onPicture],
  );
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      groups.flat().map((action) => ({ isOn: action.isOn?.(current), can: action.can?.(current) ?? true })),
  });
  const { bar, focus } = useRovingFocus("Formatting", () => editor.commands.focus());
  useImperativeHandle(ref, () => ({ focus }), [focus]);
  let index = 0;
  return (
    <div className="editor-toolbar" {...bar} aria-controls={controls}>
      {groups.map((group) => (
        <ButtonGroup key={group[0]?.label} className="tool-group">
          {group.map((action) => {
            const state = states[index++];
            return (
              <ToolbarButton key={action.label} action={action} editor={editor} isOn={state?.isOn} can={state?.can ?? true} />
            );
          })}
        </ButtonGroup>
      ))}
    </div>
  );
}
