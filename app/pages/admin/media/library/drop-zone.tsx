import { useEffect, useRef, useState } from "react";
import { AdminIcon } from "../../frame/admin-icon.tsx";

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes("Files") ?? false;

/** Takes files that are dropped anywhere on the screen or pasted, and says so while they hover over it. */
export function DropZone({ onFiles }: { onFiles(files: File[]): void }) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const own = new AbortController();
    const { signal } = own;
    const hover = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    addEventListener("dragenter", hover, { signal });
    addEventListener("dragover", hover, { signal });
    addEventListener("dragleave", (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      "drop",
      (event) => {
        setOver(false);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        take.current([...event.dataTransfer.files]);
      },
      { signal },
    );
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      take.current(files);
    };
    addEventListener("paste", paste, { signal });
    return () => own.abort();
  }, []);
  return isOver ? (
    <div className="drop-zone">
      <p>
        <AdminIcon name="upload" />
        Drop files to upload them
      </p>
    </div>
  ) : null;
}
