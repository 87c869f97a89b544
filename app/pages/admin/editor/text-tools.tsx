import { type KeyboardEvent, type ReactNode, useState } from "react";
import { FindBar } from "./find/find-bar.tsx";
import { useTarget } from "./find/use-target.ts";
import { useFocusMode } from "./focus/use-focus-mode.ts";
import { EditorIcon } from "./rich/editor-icon.tsx";
import { useOpenEditor } from "./rich/open-editor.ts";

/** What can be done with the whole text, however it is written: its buttons, and the bar that one of them opens. */
export function useTextTools(source: HTMLTextAreaElement | null): {
  buttons: ReactNode;
  bar: ReactNode;
  leaving: ReactNode;
  onKeyDown(event: KeyboardEvent): void;
} {
  const [isFinding, setFinding] = useState(false);
  const focus = useFocusMode();
  const target = useTarget(useOpenEditor(), source);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const name = event.key.toLowerCase();
    if (!(name === "h" && !event.shiftKey) && !(name === "f" && event.shiftKey)) return;
    event.preventDefault();
    setFinding(true);
  };
  const buttons = (
    <span className="text-tools">
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
      <button
        type="button"
        className="tool"
        aria-label="Focus mode"
        title="Focus mode: nothing but the text"
        aria-pressed={focus.isOn}
        onClick={() => focus.change(!focus.isOn)}
      >
        <EditorIcon name="focus" />
      </button>
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
