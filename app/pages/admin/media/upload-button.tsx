import { useRef } from "react";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { ACCEPTED } from "./upload.ts";

type UploadButtonProps = { label: string; className?: string } & (
  | { onFile(file: File): void; onFiles?: never }
  | { onFiles(files: File[]): void; onFile?: never }
);

/** A button that lets somebody choose a picture from their device, or several where they are taken. */
export function UploadButton({ label, className = "button", onFile, onFiles }: UploadButtonProps) {
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
        multiple={onFiles !== undefined}
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          const [file] = files;
          if (file) onFile?.(file);
          if (file) onFiles?.(files);
          // So that the same file can be chosen once more.
          event.target.value = "";
        }}
      />
    </>
  );
}
