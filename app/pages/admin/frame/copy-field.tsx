import { useEffect, useRef, useState } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { copyLink } from "../../public/share.ts";

/** How long a button says "Copied!", in ms (specification, section 9). */
const COPIED_MS = 2000;

/**
 * Copies links to the clipboard.
 * @returns `isCopied` for a while after a copy, and `copy`, which resolves with whether it worked
 */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (link: string): Promise<boolean> => {
    const worked = await copyLink(link);
    if (worked) setCopied(true);
    return worked;
  };
  return { isCopied, copy };
}

export function CopyField({ label, link, hint }: { label: string; link: string; hint: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { isCopied, copy } = useCopy();
  const onCopy = async () => {
    // Pages without TLS can't write to the clipboard. Then the focus selects the link, ready for the keyboard.
    if (!(await copy(link))) box.current?.querySelector("input")?.focus();
  };
  return (
    <div className="copy-field" ref={box}>
      <Field
        label={label}
        name="link"
        readOnly
        value={link}
        hint={hint}
        // Selects the whole text, with its beginning visible.
        onFocus={({ target }) => target.setSelectionRange(0, target.value.length, "backward")}
        end={
          <button type="button" className="small-button" onClick={() => void onCopy()}>
            <span aria-live="polite">{isCopied ? "Copied!" : "Copy link"}</span>
          </button>
        }
      />
    </div>
  );
}
