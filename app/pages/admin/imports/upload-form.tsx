import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { pathTo } from "../../../base-path.ts";
import { signedInAgain } from "../../../browser/auth/admin-api.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Import } from "../../../domain/imports/import.ts";
import { IMPORT_MAX_BYTES } from "../../../domain/imports/import-rules.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/use-form.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { takeLostFocus } from "../frame/use-lost-focus.ts";

type UploadOptions = {
  /** the URL of the old blog; empty when unknown */
  oldSite: string;
  /** called with the share that has been sent, from 0 to 1 */
  onProgress(share: number): void;
  signal: AbortSignal;
};

type Reply = { status: number; json: object | null };

const tooLarge = (file: File) =>
  new ApiError(413, {
    code: "payload_too_large",
    message: "The file is too large",
    details: [{ field: "file", rule: `${file.name} must have at most ${IMPORT_MAX_BYTES / 1024 ** 3} GB` }],
  });

/** Sends the file once. `fetch` does not report the progress of an upload. */
const send = (file: File, token: string, { oldSite, onProgress, signal }: UploadOptions): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: file.name, ...(oldSite && { old_site: oldSite }) });
    request.open("POST", pathTo(`/api/admin/imports?${query}`));
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, json: request.response });
    request.onerror = () => reject(new Error("The upload was interrupted. Please try again."));
    request.onabort = () => reject(new DOMException("The upload was canceled.", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });

/**
 * Uploads an export of another blog. When the session has ended meanwhile, it waits for the sign-in dialog and sends again.
 * @returns the import, which is being checked
 * @throws ApiError what the server refused and why; DOMException AbortError when it was cancelled; Error when the connection broke
 */
async function uploadExport(file: File, options: UploadOptions): Promise<Import> {
  if (file.size > IMPORT_MAX_BYTES) throw tooLarge(file);
  const { currentToken } = await loadAuth();
  const { status, json } = await send(file, (await currentToken()) ?? "", options);
  if (status === 201) return json as Import;
  if (status === 401 && (await signedInAgain())) return uploadExport(file, options);
  throw new ApiError(status, json);
}

const UNANSWERED = "The server could not be reached. Please try again.";

function problemOf(error: unknown): { message: string; oldSite?: string } | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  const oldSite = details.find(({ field }) => field === "old_site")?.rule;
  if (oldSite) return { message: "", oldSite: `URL of the old blog ${oldSite}` };
  const rule = details.find(({ field }) => field === "file")?.rule;
  return { message: rule ? `${rule}.` : messageOf(error, UNANSWERED) };
}

/** The types that the browser's file dialog offers. What a file is, the server finds out by its content. */
const ACCEPT = ".xml,.json,.zip,.gz,.tgz,.tar,.md,.markdown,.html,.atom";

type FileFieldProps = { isBusy: boolean; onRefused(message: string): void };

function FileField({ isBusy, onRefused }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (isBusy || !input.current || files.length === 0) return;
    if (files.length > 1) return onRefused("Drop one file at a time. Several files can be imported as a zip.");
    input.current.files = files;
  };
  return (
    <div className="field">
      <label htmlFor="import-file">Export file</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only a target for drops; the input inside works by keyboard */}
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!isBusy);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id="import-file"
          name="file"
          type="file"
          accept={ACCEPT}
          disabled={isBusy}
          aria-describedby="import-file-hint"
        />
        <span className="import-drop-hint">or drop it here</span>
      </div>
      <p id="import-file-hint" className="field-hint">
        An export of WordPress, Ghost, Medium, Substack, Blogger or Squarespace; a zip or tar.gz of Markdown or HTML files
        (Jekyll, Hugo, Hexo, Astro, Eleventy, Zola, Pelican, Nikola, Obsidian); or an archive exported here. At most 1 GB.
      </p>
    </div>
  );
}

type UploadButtonsProps = {
  /** the share that has been sent; null while nothing is being sent */
  share: number | null;
  /** whether an upload has begun before */
  isTried: boolean;
  onCancel(): void;
};

/** The button that starts the upload, or its progress. One takes the focus of the other. */
function UploadButtons({ share, isTried, onCancel }: UploadButtonsProps) {
  return (
    <div className="form-buttons">
      {share === null ? (
        <button ref={isTried ? takeLostFocus : undefined} type="submit" className="button button-solid">
          Upload and preview
        </button>
      ) : (
        <>
          {/* Not Cancel: it could be pressed by accident. */}
          <progress ref={takeLostFocus} tabIndex={-1} aria-label="Upload" max={1} value={share} />
          <button type="button" className="button" onClick={onCancel}>
            Cancel upload
          </button>
        </>
      )}
    </div>
  );
}

export function UploadForm({ onUploaded }: { onUploaded(id: string): void }) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  const [isTried, setTried] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  const upload = async (form: FormData) => {
    const file = form.get("file");
    if (!(file instanceof File) || file.name === "") return setProblem({ message: "Choose a file first." });
    if (file.size === 0) return setProblem({ message: `${file.name} is empty. Export it again.` });
    stop.current = new AbortController();
    setProblem(null);
    setTried(true);
    setShare(0);
    try {
      const options = { oldSite: String(form.get("old_site") ?? "").trim(), onProgress: setShare, signal: stop.current.signal };
      const { id } = await uploadExport(file, options);
      void queryClient.invalidateQueries({ queryKey: ["admin", "imports"] });
      onUploaded(id);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setShare(null);
    }
  };
  const isBusy = share !== null;
  return (
    <form
      className="form import-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void upload(new FormData(event.currentTarget));
      }}
    >
      <FormAlert message={problem?.message} />
      <FileField isBusy={isBusy} onRefused={(message) => setProblem({ message })} />
      <Field
        label="URL of the old blog"
        name="old_site"
        type="url"
        hint="Optional. Needed for Ghost and Markdown, to fetch images and redirect old links."
        error={problem?.oldSite}
        readOnly={isBusy}
        autoComplete="off"
      />
      <UploadButtons share={share} isTried={isTried} onCancel={() => stop.current?.abort()} />
    </form>
  );
}
