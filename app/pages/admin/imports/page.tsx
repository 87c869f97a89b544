import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { signedInAgain } from "../../../browser/auth/admin-api.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Import, ImportPage } from "../../../domain/imports/import.ts";
import { IMPORT_MAX_BYTES, KIND_NAMES } from "../../../domain/imports/import-rules.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { Pager } from "../frame/pager.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { figure, ImportReport, STATES, sizeOf } from "./import-report.tsx";
import { download, importsQuery } from "./queries.ts";

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

/** What went wrong: the server's words if there are any. */
function problemOf(error: unknown): { message: string; oldSite?: string } | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  const oldSite = details.find(({ field }) => field === "old_site")?.rule;
  if (oldSite) return { message: "", oldSite: `Address of the old blog ${oldSite}` };
  const rule = details.find(({ field }) => field === "file")?.rule;
  return { message: rule ? `${rule}.` : messageOf(error, UNANSWERED) };
}

/** Uploads an export of another blog, which is checked first. `onUploaded` gets the id of the import. */
function UploadForm({ onUploaded }: { onUploaded(id: string): void }) {
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
        hint="Optional. Ghost exports leave it out, but Skylark needs it to find the pictures."
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

function Uploaded({ of }: { of: Import }) {
  return (
    <>
      <time dateTime={of.created_at}>{useDates().day(of.created_at)}</time>
      <span className="row-note">{of.started_by ?? "Command line"}</span>
    </>
  );
}

type HistoryProps = {
  query: UseQueryResult<ImportPage, Error>;
  openHref(id: string): string;
  href(patch: { page: string }): string;
};

/** The list of imports, each with a link to its report. */
function History({ query, openHref, href }: HistoryProps) {
  const columns: Column<Import>[] = [
    {
      key: "name",
      title: "File",
      render: ({ id, name }) => (
        <Link className="row-title" to={openHref(id)} preventScrollReset>
          {name}
        </Link>
      ),
    },
    { key: "state", title: "State", render: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
    { key: "kind", title: "From", wide: true, render: ({ kind }) => (kind ? KIND_NAMES[kind] : "") },
    { key: "size", title: "Size", wide: true, align: "right", render: ({ bytes }) => sizeOf(bytes) },
    { key: "posts", title: "New posts", align: "right", render: ({ counts }) => figure(counts.posts.added) },
    { key: "created", title: "Uploaded", wide: true, render: (of) => <Uploaded of={of} /> },
  ];
  const empty = <EmptyState title="No imports yet" hint="Upload an export of another blog to see what it would bring." />;
  return (
    <QueryView query={query} noun="imports" isEmpty={({ total }) => total === 0} empty={empty}>
      {({ items, ...paging }) => (
        <>
          <DataTable caption="Imports" columns={columns} rows={items} rowKey={({ id }) => id} busy={query.isPlaceholderData} />
          <Pager {...paging} noun="imports" href={href} />
        </>
      )}
    </QueryView>
  );
}

const SHOWN = { open: "", severity: "", finding: "1", page: "1" };

function Export() {
  const { mutate, isPending } = useAdminMutation({ call: download, failure: (message) => `Failed to export: ${message}` });
  return (
    <section className="import-section" aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p>
        Everything on this site: posts, comments, pictures, categories, tags, redirects and settings. This site can import the
        archive again, with its settings if you choose so. It doesn't contain numbers of likes and views, revisions, unpublished
        changes and the trash. It contains the email addresses of authors and commenters, so keep it private.
      </p>
      <div className="import-buttons">
        <button type="button" className="button" disabled={isPending} onClick={() => mutate("zip")}>
          Download Archive
        </button>
        <button type="button" className="button" disabled={isPending} onClick={() => mutate("json")}>
          Download JSON
        </button>
      </div>
    </section>
  );
}

/** The screen of import and export. */
export function ImportExport() {
  const { values, set, href } = useListState(SHOWN);
  const imports = useQuery(importsQuery(values));
  const open = (id: string) => set({ open: id, severity: "", finding: "1" });
  return (
    <AdminPage title="Import and Export" lead="Bring another blog here, or take this one with you.">
      <section className="import-section" aria-labelledby="import">
        <h2 id="import">Import</h2>
        <UploadForm onUploaded={open} />
      </section>
      {values.open ? (
        <ImportReport
          key={values.open}
          id={values.open}
          severity={values.severity}
          page={values.finding}
          href={({ page }) => href({ finding: page, page: values.page })}
          onSeverity={(severity) => set({ severity, finding: "1" })}
          onClose={() => set({ open: "" })}
        />
      ) : (
        <History
          query={imports}
          openHref={(id) => href({ open: id, severity: "", finding: "1", page: values.page })}
          href={href}
        />
      )}
      <Export />
    </AdminPage>
  );
}
