import { useId, useRef, useState } from "react";
import { copyText } from "../../public/share.ts";
import { texts } from "./texts.ts";

/** Characters that fit on a line of a phone. */
const LINE = 24;

const rowsOf = (text: string) => text.split("\n").reduce((rows, line) => rows + Math.ceil(line.length / LINE), 0);

/** A secret that is shown once, with a button. Pages without TLS can't write to the clipboard, so the text can be selected, too. */
export function CopyText({ label, button, text }: { label: string; button: string; text: string }) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else box.current?.select();
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea ref={box} id={id} className="shown-once" readOnly rows={rowsOf(text)} value={text} dir="ltr" />
      <p>
        <button type="button" className="button" onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? texts.copied : button}</span>
        </button>
      </p>
    </div>
  );
}
