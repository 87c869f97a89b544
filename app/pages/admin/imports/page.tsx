import { useQuery } from "@tanstack/react-query";
import { AdminPage } from "../frame/admin-page.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { History } from "./history.tsx";
import { Opened } from "./opened.tsx";
import { download, importsQuery } from "./queries.ts";
import { UploadForm } from "./upload-form.tsx";

const SHOWN = { open: "", severity: "", finding: "1", page: "1" };

function Export() {
  const { mutate, isPending } = useAdminMutation({ call: download, failure: (message) => `Failed to export: ${message}` });
  return (
    <section className="import-section" aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p>
        Everything that this site holds: posts, comments, pictures, categories, tags, redirects and settings. An import takes the
        archive back unchanged, and its settings if you say so. Numbers of likes and views, earlier versions, changes that wait to
        be published and the trash don't come along. It names the mail addresses of those who wrote, so keep it to yourself.
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

/** Other blogs come in, and this one goes out, whole. */
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
        <Opened
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
