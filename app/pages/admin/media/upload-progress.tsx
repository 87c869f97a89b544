import { useId } from "react";
import type { Underway } from "./use-upload.ts";

/** How far an upload has come, and the way to call it off. */
export function UploadProgress({ underway: { name, share }, onCancel }: { underway: Underway; onCancel(): void }) {
  const id = useId();
  const percent = Math.round(share * 100);
  return (
    <div className="upload-progress">
      <p id={id} role="status">
        {share < 1 ? `Uploading ${name}...` : `Preparing ${name}...`}
      </p>
      <progress aria-labelledby={id} max={100} value={share < 1 ? percent : undefined} />
      <button type="button" className="small-button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
