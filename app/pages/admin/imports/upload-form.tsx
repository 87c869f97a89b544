import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { signedInAgain } from "../../../browser/auth/reauthentication.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import { IMPORT_MAX_BYTES, type Import } from "../../../domain/imports/model.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { messageOf } from "../../account/frame/failure.ts";

type UploadOptions = {
  /** where the old blog stands; empty when nobody said so */
  oldSite: string;
  /** hears how much has been sent, from 0 to 1 */
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

/** Sends the file once; `fetch` would tell nobody how far it has come. */
const send = (file: File, token: string, { oldSite, onProgress, signal }: UploadOptions): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: file.name, ...(oldSite && { old_site: oldSite }) });
    request.open("POST", `/api/admin/imports?${query}`);
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, json: request.response });
    request.onerror = () => reject(new Error("The upload was interrupted. Please try again."));
    request.onabort = () => reject(new DOMException("The upload was called off.", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });

/**
 * Uploads an export of another blog. When the session has ended meanwhile, it waits for the sign-in dialog and goes on.
 * @returns the import, being looked at
 * @throws ApiError what the server refused and why; DOMException AbortError when it was called off; Error when the connection broke
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

/** What went wrong, in the words of whoever knows best. */
function problemOf(error: unknown): { message: string; oldSite?: string } | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  const oldSite = details.find(({ field }) => field === "old_site")?.rule;
  if (oldSite) return { message: "", oldSite: `Address of the old blog ${oldSite}` };
  const rule = details.find(({ field }) => field === "file")?.rule;
  return { message: rule ? `${rule}.` : messageOf(error, UNANSWERED) };
}

/** Takes an export of another blog; it is looked at first. `onUploaded` gets its id. */
export function UploadForm({ onUploaded }: { onUploaded(id: string): void }) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  const stop = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  const upload = async (form: FormData) => {
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0) return setProblem({ message: "Choose a file first." });
    stop.current = new AbortController();
    setProblem(null);
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
      <div className="field">
        <label htmlFor="import-file">Export file</label>
        <input
          id="import-file"
          name="file"
          type="file"
          accept=".xml,.json,.zip"
          disabled={isBusy}
          aria-describedby="import-file-hint"
        />
        <p id="import-file-hint" className="field-hint">
          A WordPress export (XML), a Ghost export (JSON), a zip of Markdown files with front matter, or an archive exported here.
          At most 1 GB.
        </p>
      </div>
      <Field
        label="Address of the old blog"
        name="old_site"
        type="url"
        hint="Optional. Ghost leaves it out of its exports; with it, pictures are found."
        error={problem?.oldSite}
        readOnly={isBusy}
        autoComplete="off"
      />
      <div className="form-buttons">
        {isBusy ? (
          <>
            <progress aria-label="Upload" max={1} value={share} />
            <button type="button" className="button" onClick={() => stop.current?.abort()}>
              Cancel Upload
            </button>
          </>
        ) : (
          <button type="submit" className="button button-solid">
            Upload and Check
          </button>
        )}
      </div>
    </form>
  );
}
