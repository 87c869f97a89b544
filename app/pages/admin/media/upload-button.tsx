import { useId, useRef } from "react";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { ACCEPTED, type Underway } from "./upload.ts";

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

type UploadButtonProps = { label: string; className?: string; accept?: string } & (
  | { onFile(file: File): void; onFiles?: never }
  | { onFiles(files: File[]): void; onFile?: never }
);

export function UploadButton({ label, className = "button", accept = ACCEPTED, onFile, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        <AdminIcon name="upload" />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={onFiles !== undefined}
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          const [file] = files;
          if (file) onFile?.(file);
          if (file) onFiles?.(files);
          // So that the same file can be selected again.
          event.target.value = "";
        }}
      />
    </>
  );
}
