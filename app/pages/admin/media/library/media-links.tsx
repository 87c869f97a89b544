import { toast } from "../../../../ui/toast/toast.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { useCopy } from "../../frame/copy-field.tsx";

/** A picture's address to hand on, and its file to keep. */
export function MediaLinks({ url, name }: { url: string; name: string }) {
  const { isCopied, copy } = useCopy();
  const address = new URL(url, location.href).href;
  const onCopy = async () => {
    if (await copy(address)) return;
    // Pages without TLS can't write to the clipboard.
    toast({ title: "The address could not be copied", description: address, tone: "error" });
  };
  return (
    <div className="media-links">
      <button type="button" className="small-button" onClick={() => void onCopy()}>
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
