import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../../http/api/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { uploadExport } from "./upload.ts";

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
