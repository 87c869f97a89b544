import { useEffect, useRef, useState } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { copyText } from "../../public/share.ts";

/** How long a button says "Copied!", in ms (specification, section 9). */
const COPIED_MS = 2000;

/**
 * Copies texts to the clipboard.
 * @returns `isCopied` for a while after a copy, and `copy`, which resolves with whether it worked
 */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string): Promise<boolean> => {
    const worked = await copyText(text);
    if (worked) setCopied(true);
    return worked;
  };
  return { isCopied, copy };
}

type CopyButtonProps = {
  label: string;
  text: string;
  /** what is copied from, for screen readers */
  of: string;
  /** selects the text on the screen: pages without TLS can't write to the clipboard */
  onRefused(): void;
};

export function CopyButton({ label, text, of, onRefused }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  const onCopy = async () => {
    if (await copy(text)) return;
    onRefused();
    toast({ title: "The browser refused to copy", description: "The text is selected. Press Ctrl+C or ⌘C.", tone: "error" });
  };
  return (
    <button type="button" className="small-button" onClick={() => void onCopy()}>
      <span aria-live="polite">{isCopied ? "Copied!" : label}</span>
      <span className="sr-only">: {of}</span>
    </button>
  );
}

type CopyFieldProps = { label: string; text: string; hint: string; button?: string };

export function CopyField({ label, text, hint, button = "Copy link" }: CopyFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const { isCopied, copy } = useCopy();
  const onCopy = async () => {
    // Pages without TLS can't write to the clipboard. Then the focus selects the text, ready for the keyboard.
    if (!(await copy(text))) box.current?.querySelector("input")?.focus();
  };
  return (
    <div className="copy-field" ref={box}>
      <Field
        label={label}
        name="copied"
        readOnly
        value={text}
        hint={hint}
        // Selects the whole text, with its beginning visible.
        onFocus={({ target }) => target.setSelectionRange(0, target.value.length, "backward")}
        end={
          <button type="button" className="small-button" onClick={() => void onCopy()}>
            <span aria-live="polite">{isCopied ? "Copied!" : button}</span>
          </button>
        }
      />
    </div>
  );
}
