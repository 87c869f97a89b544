import { AdminIcon } from "../../frame/admin-icon.tsx";
import { type QueuedUpload, stateText } from "./upload-queue.ts";

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
      {isFailed ? (
        <button type="button" className="small-button" aria-label={`Try Again: ${file.name}`} onClick={() => onRetry(key)}>
          <AdminIcon name="retry" />
          Try Again
        </button>
      ) : (
        <progress aria-label={file.name} max={100} value={share < 1 ? Math.round(share * 100) : undefined} />
      )}
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

/** What is on its way to the library, each with the way to call it off or to try once more. */
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
