import { type Redirect, readableAddress } from "../../../domain/redirects/model.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";

const figures = new Intl.NumberFormat("en-US");

/** An address that can be tried, in a window of its own. */
function Address({ path, title }: { path: string; title?: boolean }) {
  return (
    <a className={title ? "row-title" : "redirect-to"} href={path} target="_blank" rel="noreferrer">
      {readableAddress(path)}
    </a>
  );
}

function Created({ redirect: { created_at, created_by } }: { redirect: Redirect }) {
  return (
    <>
      <time dateTime={created_at}>{useDates().day(created_at)}</time>
      {created_by ? <span className="row-note">{created_by}</span> : null}
    </>
  );
}

type RedirectsTableProps = {
  redirects: readonly Redirect[];
  sort: string;
  onSort(sort: string): void;
  busy: boolean;
  onDelete(redirect: Redirect): void;
};

/** A row for each redirect. */
export function RedirectsTable({ redirects, sort, onSort, busy, onDelete }: RedirectsTableProps) {
  const columns: Column<Redirect>[] = [
    { key: "from", title: "Old address", sortKey: "from_path", render: ({ from_path }) => <Address path={from_path} title /> },
    { key: "to", title: "Leads to", render: ({ to_path }) => <Address path={to_path} /> },
    { key: "hits", title: "Followed", sortKey: "hits", align: "right", render: ({ hits }) => figures.format(hits) },
    {
      key: "last",
      title: "Last",
      wide: true,
      render: ({ last_hit_at }) => (last_hit_at ? <Ago iso={last_hit_at} /> : "Never"),
    },
    {
      key: "created",
      title: "Created",
      sortKey: "created_at",
      wide: true,
      render: (redirect) => <Created redirect={redirect} />,
    },
    {
      key: "actions",
      title: "Actions",
      align: "right",
      render: (redirect) => (
        <div className="row-actions">
          <button
            type="button"
            className="icon-button"
            aria-label={`Delete redirect from ${readableAddress(redirect.from_path)}`}
            onClick={() => onDelete(redirect)}
          >
            <AdminIcon name="trash" />
          </button>
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="Redirects"
      columns={columns}
      rows={redirects}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      busy={busy}
    />
  );
}
