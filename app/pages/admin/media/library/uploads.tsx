import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../../../ui/toast/toast.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { MEDIA_KEY } from "../queries.ts";
import { isCalledOff, isRefused, uploadAny, uploadProblem } from "../upload.ts";

/** An upload. `share` is the part that has been sent, from 0 to 1; at 1 the server still processes the file. */
export type QueuedUpload = {
  key: number;
  file: File;
  state: "waiting" | "sending" | "failed";
  share: number;
  problem: string;
  /** whether another try can help */
  canRetry: boolean;
};

/** Parallel uploads: the server processes one picture at a time while the next one arrives. */
const AT_ONCE = 2;

let keys = 0;

export function queued(file: File): QueuedUpload {
  keys += 1;
  return { key: keys, file, state: "waiting", share: 0, problem: "", canRetry: false };
}

/** The next uploads to start, in their order. @param underway the uploads in progress, by their keys */
export const nextUploads = (uploads: readonly QueuedUpload[], underway: { size: number; has(key: number): boolean }) =>
  uploads.filter(({ state, key }) => state === "waiting" && !underway.has(key)).slice(0, Math.max(0, AT_ONCE - underway.size));

export const uploadedText = (count: number): string => (count === 1 ? "File uploaded" : `${count} files uploaded`);

export function stateText({ state, share, problem }: QueuedUpload): string {
  if (state === "failed") return problem;
  if (state === "waiting") return "Waiting...";
  return share < 1 ? `${Math.round(share * 100)}%` : "Preparing...";
}

/** Uploads files in order, two at a time. A failed one can be retried. Unmounting cancels the rest. */
export function useUploadQueue() {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly QueuedUpload[]>([]);
  const underway = useRef(new Map<number, AbortController>());
  const arrived = useRef(0);

  const change = (key: number, patch: Partial<QueuedUpload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const drop = (key: number) => setUploads((list) => list.filter((one) => one.key !== key));

  const send = async ({ key, file }: QueuedUpload) => {
    const own = new AbortController();
    underway.current.set(key, own);
    change(key, { state: "sending", share: 0, problem: "" });
    try {
      await uploadAny(file, { onProgress: (share) => own.signal.aborted || change(key, { share }), signal: own.signal });
      arrived.current += 1;
      drop(key);
    } catch (error) {
      if (isCalledOff(error)) drop(key);
      else change(key, { state: "failed", problem: uploadProblem(error, file.name), canRetry: !isRefused(error) });
    }
    underway.current.delete(key);
    void queryClient.invalidateQueries({ queryKey: MEDIA_KEY });
  };

  useEffect(() => {
    for (const upload of nextUploads(uploads, underway.current)) void send(upload);
    if (uploads.some(({ state }) => state !== "failed") || arrived.current === 0) return;
    toast({ title: uploadedText(arrived.current), tone: "success" });
    arrived.current = 0;
  });
  useEffect(() => {
    const open = underway.current;
    return () => {
      for (const one of open.values()) one.abort();
    };
  }, []);

  return {
    uploads,
    add: (files: Iterable<File>) => setUploads((list) => [...list, ...Array.from(files, queued)]),
    retry: (key: number) => change(key, { state: "waiting", problem: "" }),
    cancel: (key: number) => {
      underway.current.get(key)?.abort();
      drop(key);
    },
  };
}

type UploadRowProps = { upload: QueuedUpload; onCancel(key: number): void; onRetry(key: number): void };

function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const { key, file, state, share } = upload;
  const isFailed = state === "failed";
  return (
    <li className="upload-row" data-state={state}>
      <span className="upload-name">{file.name}</span>
      <span className={isFailed ? "field-error" : "upload-state"} role={isFailed ? "alert" : undefined}>
        {stateText(upload)}
      </span>
      {isFailed && upload.canRetry ? (
        <button type="button" className="small-button" aria-label={`Try Again: ${file.name}`} onClick={() => onRetry(key)}>
          <AdminIcon name="retry" />
          Try Again
        </button>
      ) : null}
      {isFailed ? null : <progress aria-label={file.name} max={100} value={share < 1 ? Math.round(share * 100) : undefined} />}
      <button
        type="button"
        className="icon-button"
        aria-label={isFailed ? `Dismiss ${file.name}` : `Cancel ${file.name}`}
        onClick={() => onCancel(key)}
      >
        <AdminIcon name="close" />
      </button>
    </li>
  );
}

type UploadListProps = { uploads: readonly QueuedUpload[] } & Omit<UploadRowProps, "upload">;

export function UploadList({ uploads, ...actions }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <section className="upload-list" aria-label="Uploads">
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} {...actions} />
        ))}
      </ul>
    </section>
  );
}

/** The type of dragged files, by the HTML standard. */
const FILES = "Files";
const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes(FILES) ?? false;

/** Accepts files that are dropped anywhere on the screen or pasted, and shows a message while they are dragged over it. */
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
