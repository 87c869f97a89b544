import { useEffect, useState } from "react";
import { toast } from "../../../../ui/toast/toast.ts";
import { copyLink } from "../../../public/share.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";

/** How long the button says that it has copied, in ms (specification, section 9). */
const COPIED_MS = 2000;

/** A picture's address to hand on, and its file to keep. */
export function MediaLinks({ url, name }: { url: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const address = new URL(url, location.href).href;
  const copy = async () => {
    if (await copyLink(address)) return setCopied(true);
    // The clipboard is closed to pages without TLS.
    toast({ title: "The address could not be copied", description: address, tone: "error" });
  };
  return (
    <div className="media-links">
      <button type="button" className="small-button" onClick={() => void copy()}>
        <AdminIcon name="copy" />
        <span aria-live="polite">{isCopied ? "Copied!" : "Copy address"}</span>
      </button>
      <a className="small-button" href={url} download={name}>
        <AdminIcon name="down" />
        Download original
      </a>
    </div>
  );
}
