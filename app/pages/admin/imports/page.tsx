import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Import, ImportPage } from "../../../domain/imports/import.ts";
import { KIND_NAMES } from "../../../domain/imports/import-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { Pager } from "../frame/pager.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { sizeOf } from "../frame/size-of.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { useLostFocus } from "../frame/use-lost-focus.ts";
import { figure, ImportReport, STATES } from "./import-report.tsx";
import { download, importsQuery } from "./queries.ts";
import { UploadForm } from "./upload-form.tsx";

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

function History({ query, openHref, href }: HistoryProps) {
  const columns: Column<Import>[] = [
    {
      key: "name",
      title: "File",
      render: ({ id, name, refusal }) => (
        <>
          <Link className="row-title" to={openHref(id)} preventScrollReset>
            {name}
          </Link>
          {refusal ? <span className="row-note import-place">{`${refusal.place}: ${refusal.sentence}`}</span> : null}
        </>
      ),
    },
    { key: "state", title: "Status", render: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
    { key: "kind", title: "From", wide: true, render: ({ kind }) => (kind ? KIND_NAMES[kind] : "") },
    { key: "size", title: "Size", wide: true, align: "right", render: ({ bytes }) => sizeOf(bytes) },
    { key: "posts", title: "New posts", align: "right", render: ({ counts }) => figure(counts.posts.added) },
    { key: "created", title: "Uploaded", wide: true, render: (of) => <Uploaded of={of} /> },
  ];
  const empty = <EmptyState title="No imports yet" hint="Upload an export of another blog to preview what it would add." />;
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

const SHOWN = { open: "", severity: "", group: "", finding: "1", picture: "1", page: "1" };

function Export() {
  const { mutate, isPending } = useAdminMutation({
    call: download,
    failure: (message: string) => `Failed to export: ${message}`,
  });
  return (
    <section className="import-section" aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p>
        Everything on this site: posts, comments, images, categories, tags, redirects and settings. You can import the archive
        again, with or without its settings. It doesn’t contain like and view counts, revisions, unpublished changes or the trash.
        It contains the email addresses of authors and commenters, so keep it private.
      </p>
      <div className="import-buttons">
        <FocusKeepingButton className="button" isDisabled={isPending} onClick={() => mutate("zip")}>
          Download archive
        </FocusKeepingButton>
        <FocusKeepingButton className="button" isDisabled={isPending} onClick={() => mutate("json")}>
          Download JSON
        </FocusKeepingButton>
      </div>
    </section>
  );
}

function Upload({ onUploaded }: { onUploaded(id: string): void }) {
  const heading = useLostFocus<HTMLHeadingElement>();
  return (
    <section className="import-section" aria-labelledby="import">
      <h2 ref={heading} id="import" tabIndex={-1}>
        Import
      </h2>
      <UploadForm onUploaded={onUploaded} />
    </section>
  );
}

export function ImportExport() {
  const { values, set, href } = useListState(SHOWN);
  const imports = useQuery(importsQuery(values));
  const open = (id: string) => set({ open: id, severity: "", group: "", finding: "1" });
  return (
    <AdminPage title="Import and Export" lead="Move content in or out.">
      {values.open ? null : <Upload onUploaded={open} />}
      {values.open ? (
        <ImportReport
          key={values.open}
          id={values.open}
          severity={values.severity}
          group={values.group}
          page={values.finding}
          href={({ page }) => href({ finding: page, page: values.page })}
          picturePage={values.picture}
          pictureHref={({ page }) => href({ picture: page, page: values.page })}
          onChange={(patch) => set({ ...patch, finding: "1" })}
          onClose={() => set({ open: "" })}
        />
      ) : (
        <History
          query={imports}
          openHref={(id) => href({ open: id, severity: "", group: "", finding: "1", page: values.page })}
          href={href}
        />
      )}
      <Export />
    </AdminPage>
  );
}
