import { useEffect, useRef, useState } from "react";
import { Field } from "../../../../ui/form/field.tsx";
import { copyLink } from "../../../public/sharing/share.ts";

/** How long the button says that it has copied, in ms (specification, section 9). */
const COPIED_MS = 2000;

/** A link to be handed on. */
export function CopyField({ label, link, hint }: { label: string; link: string; hint: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyLink(link)) return setCopied(true);
    // The clipboard is closed to pages without TLS: then the link is at least marked, ready for the keyboard.
    box.current?.querySelector("input")?.focus();
  };
  return (
    <div className="invitation-link" ref={box}>
      <Field
        label={label}
        name="link"
        readOnly
        value={link}
        hint={hint}
        onFocus={({ target }) => target.setSelectionRange(0, target.value.length, "backward")}
        end={
          <button type="button" className="small-button" onClick={() => void copy()}>
            <span aria-live="polite">{isCopied ? "Copied!" : "Copy link"}</span>
          </button>
        }
      />
    </div>
  );
}
