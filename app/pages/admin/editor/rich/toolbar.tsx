import { type Editor, useEditorState } from "@tiptap/react";
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
import { ButtonGroup } from "../../../../ui/button-group/button-group.tsx";
import { type Action, actionGroups } from "./actions.ts";
import { EditorIcon } from "./editor-icon.tsx";

const buttonsOf = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];

/**
 * A row of buttons as one stop of the Tab key (WAI-ARIA's toolbar): arrow keys, Home and End walk through it, Escape leaves it.
 * @param name what the row is called
 * @param onLeave where Escape leads
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
  /** the id of what it formats */
  controls: string;
  onLink(): void;
  onPicture(): void;
  ref: Ref<ToolbarHandle>;
};

const isHeading = (sign: Action["sign"]): sign is `H${number}` => /^H\d$/.test(sign);

function ToolbarButton({ action, editor, isOn, can }: { action: Action; editor: Editor; isOn?: boolean; can: boolean }) {
  const { name, sign, keys } = action;
  return (
    <button
      type="button"
      className="tool"
      aria-label={name}
      aria-pressed={isOn}
      aria-disabled={can ? undefined : true}
      aria-keyshortcuts={keys}
      title={keys ? `${name} (${keys.replace("Control", "Ctrl")})` : name}
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
export function Toolbar({ editor, controls, onLink, onPicture, ref }: ToolbarProps) {
  const groups = useMemo(() => actionGroups({ link: onLink, picture: onPicture }), [onLink, onPicture]);
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
        <ButtonGroup key={group[0]?.name} className="tool-group">
          {group.map((action) => {
            const state = states[index++];
            return (
              <ToolbarButton key={action.name} action={action} editor={editor} isOn={state?.isOn} can={state?.can ?? true} />
            );
          })}
        </ButtonGroup>
      ))}
    </div>
  );
}
