import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import type { OldAddress } from "../../../domain/redirects/redirect.ts";
import { Link } from "../../../ui/link.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, Day } from "../frame/dates.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { oldAddressesQuery } from "./queries.ts";

const figures = new Intl.NumberFormat("en-US");

function Target({ row: { to_path, title, post_id, is_public } }: { row: OldAddress }) {
  return (
    <>
      <Link className="redirect-to" dir="auto" to={adminRoutes.editPost(post_id)}>
        {title}
      </Link>
      <span className="row-note">{to_path}</span>
      {is_public ? null : <Badge tone="gray">Not published</Badge>}
    </>
  );
}

const COLUMNS: Column<OldAddress>[] = [
  {
    key: "from",
    title: "Old URL",
    render: ({ from_path }) => (
      <a className="row-title" href={pathTo(from_path)} target="_blank" rel="noreferrer">
        {from_path}
      </a>
    ),
  },
  { key: "to", title: "Redirects to", render: (row) => <Target row={row} /> },
  { key: "hits", title: "Followed", align: "right", render: ({ hits }) => figures.format(hits) },
  {
    key: "last",
    title: "Last",
    wide: true,
    render: ({ last_hit_at }) => (last_hit_at ? <Ago iso={last_hit_at} /> : "Never"),
  },
  { key: "since", title: "Since", wide: true, render: ({ created_at }) => <Day iso={created_at} /> },
];

type OldAddressesProps = { search: string; page: string; href(page: string): string };

export function OldAddresses({ search, page, href }: OldAddressesProps) {
  const query = useQuery(oldAddressesQuery({ search, page }));
  return (
    <section className="missing-section" aria-labelledby="old-addresses">
      <h2 id="old-addresses">Automatic Redirects</h2>
      <p className="admin-lead">Former URLs of articles whose slug has changed. They redirect automatically.</p>
      <QueryView
        query={query}
        noun="automatic redirects"
        isEmpty={({ total }) => total === 0}
        empty={
          <p className="missing-none">
            {search ? "No automatic redirect matches the search." : "No published article has a former URL."}
          </p>
        }
      >
        {({ items, ...paging }) => (
          <>
            <DataTable
              caption="Automatic redirects"
              columns={COLUMNS}
              rows={items}
              rowKey={({ from_path }) => from_path}
              busy={query.isPlaceholderData}
            />
            <Pager {...paging} noun="automatic redirects" href={(to) => href(to.page)} />
          </>
        )}
      </QueryView>
    </section>
  );
}
