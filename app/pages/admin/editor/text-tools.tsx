import type { Editor } from "@tiptap/react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { revealInSource } from "./check/jump.ts";
import { choose, useChoice } from "./choices.ts";
import { FindBar } from "./find/find-bar.tsx";
import { type FindTarget, indexFrom, patternOf, rangesOf, replaced, type TextRange } from "./find/matches.ts";
import { richTarget } from "./find/rich-target.ts";
import { useOpenEditor } from "./rich/open-editor.ts";
import { EditorIcon } from "./rich/toolbar.tsx";

function select(field: HTMLTextAreaElement, { from, to }: TextRange): void {
  field.focus();
  field.setSelectionRange(from, to);
  revealInSource(field, from);
}

/** Types over a range, so that the browser's own undo knows it. */
function typeOver(field: HTMLTextAreaElement, { from, to }: TextRange, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The one way to write into a field that it can undo.
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
}

function sourceTarget(field: HTMLTextAreaElement): FindTarget {
  let matches: TextRange[] = [];
  let isOurs = false;
  const write = (range: TextRange, text: string) => {
    isOurs = true;
    typeOver(field, range, text);
    isOurs = false;
  };
  return {
    search(sought) {
      const pattern = patternOf(sought);
      matches = pattern ? rangesOf(field.value, pattern) : [];
      return { count: matches.length, nearest: indexFrom(matches, field.selectionStart) };
    },
    show(index) {
      const match = matches[index];
      if (match) select(field, match);
    },
    replace(index, by) {
      const match = matches[index];
      if (match) write(match, by);
    },
    replaceAll(by) {
      const count = matches.length;
      if (count > 0) write({ from: 0, to: field.value.length }, replaced(field.value, matches, by));
      return count;
    },
    watch(onChange) {
      const tell = () => (isOurs ? undefined : onChange());
      field.addEventListener("input", tell);
      return () => field.removeEventListener("input", tell);
    },
    leave(andFocus) {
      matches = [];
      if (andFocus) field.focus();
    },
  };
}

const STORED_KEY = "skylark.focus-mode";

function isStored(): boolean {
  try {
    return localStorage.getItem(STORED_KEY) === "on";
  } catch {
    return false;
  }
}

function store(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(STORED_KEY, "on");
    else localStorage.removeItem(STORED_KEY);
  } catch {
    // Without storage it lasts until the page is left.
  }
}

/** Nothing but the text on the screen; remembered by the browser, ended by Escape. */
function useFocusMode() {
  const [isOn, setOn] = useState(false);
  const change = useCallback((next: boolean) => {
    setOn(next);
    store(next);
  }, []);
  useEffect(() => setOn(isStored()), []);
  useEffect(() => {
    const root = document.documentElement;
    if (!isOn) return;
    root.dataset.writing = "focus";
    const leave = (event: globalThis.KeyboardEvent) => {
      // What closes something else by it keeps it to itself; dialogs can't, and the text itself makes nothing of it.
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      change(false);
    };
    addEventListener("keydown", leave);
    return () => {
      delete root.dataset.writing;
      removeEventListener("keydown", leave);
    };
  }, [isOn, change]);
  return { isOn, change };
}

/** The text that is on the screen, as something to look through; null while there is none. */
const useTarget = (editor: Editor | null, source: HTMLTextAreaElement | null): FindTarget | null =>
  useMemo(() => (editor ? richTarget(editor) : source ? sourceTarget(source) : null), [editor, source]);

type ToolProps = { name: string; hint: string; icon: ComponentProps<typeof EditorIcon>["name"]; isOn: boolean; onPress(): void };

const Tool = ({ name, hint, icon, isOn, onPress }: ToolProps) => (
  <button type="button" className="tool" aria-label={name} title={hint} aria-pressed={isOn} onClick={onPress}>
    <EditorIcon name={icon} />
  </button>
);

function PaperTools() {
  const toolbar = useChoice("toolbar");
  const quotes = useChoice("quotes");
  return (
    <>
      <Tool
        name="Toolbar"
        hint="Keep the toolbar in view (Alt+F10)"
        icon="pin"
        isOn={toolbar}
        onPress={() => choose("toolbar", !toolbar)}
      />
      <Tool
        name="Smart punctuation"
        hint="Smart punctuation: curly quotes and dashes while you type"
        icon="quote"
        isOn={quotes}
        onPress={() => choose("quotes", !quotes)}
      />
    </>
  );
}

export function useTextTools(source: HTMLTextAreaElement | null): {
  buttons: ReactNode;
  bar: ReactNode;
  leaving: ReactNode;
  onKeyDown(event: KeyboardEvent): void;
} {
  const [isFinding, setFinding] = useState(false);
  const focus = useFocusMode();
  const editor = useOpenEditor();
  const target = useTarget(editor, source);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const name = event.key.toLowerCase();
    if (!(name === "h" && !event.shiftKey) && !(name === "f" && event.shiftKey)) return;
    event.preventDefault();
    setFinding(true);
  };
  const buttons = (
    <span className="text-tools">
      {editor ? <PaperTools /> : null}
      <button
        type="button"
        className="tool"
        aria-label="Find and replace"
        title="Find and replace (Ctrl+H)"
        aria-keyshortcuts="Control+H Control+Shift+F"
        aria-expanded={isFinding}
        onClick={() => setFinding((before) => !before)}
      >
        <EditorIcon name="find" />
      </button>
      <Tool
        name="Focus mode"
        hint="Focus mode: just the text"
        icon="focus"
        isOn={focus.isOn}
        onPress={() => focus.change(!focus.isOn)}
      />
    </span>
  );
  return {
    buttons,
    bar: isFinding && target ? <FindBar target={target} onClose={() => setFinding(false)} /> : null,
    leaving: focus.isOn ? (
      <button type="button" className="small-button leave-focus" onClick={() => focus.change(false)}>
        Leave focus mode
      </button>
    ) : null,
    onKeyDown,
  };
}
