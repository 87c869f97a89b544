import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Import, type ImportPage, KIND_NAMES } from "../../../domain/imports/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { Opened } from "./opened.tsx";
import { download, importsQuery } from "./queries.ts";
import { UploadForm } from "./upload-form.tsx";
import { figure, STATES, sizeOf } from "./words.ts";

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

/** The imports so far, each with a way to its report. */
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
