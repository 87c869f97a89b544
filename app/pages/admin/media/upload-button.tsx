import { useRef } from "react";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { ACCEPTED } from "./upload.ts";

type UploadButtonProps = { label: string; className?: string; onFile(file: File): void };

/** A button that lets somebody choose a picture from their device. */
export function UploadButton({ label, className = "button", onFile }: UploadButtonProps) {
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
        accept={ACCEPTED}
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // So that the same file can be chosen once more.
          event.target.value = "";
        }}
      />
    </>
  );
}
