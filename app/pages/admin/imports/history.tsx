import type { UseQueryResult } from "@tanstack/react-query";
import { type Import, type ImportPage, KIND_NAMES } from "../../../domain/importing/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
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
export function History({ query, openHref, href }: HistoryProps) {
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
