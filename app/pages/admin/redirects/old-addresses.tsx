import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import type { OldAddress } from "../../../domain/redirects/redirect.ts";
import { Link } from "../../../ui/link.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { oldAddressesQuery } from "./queries.ts";
import { AUTOMATIC, TABLE } from "./texts.ts";

const figures = new Intl.NumberFormat("en-US");

function Target({ row: { to_path, title, post_id, is_public } }: { row: OldAddress }) {
  return (
    <>
      <Link className="redirect-to" dir="auto" to={adminRoutes.editPost(post_id)}>
        {title}
      </Link>
      <span className="row-note">{to_path}</span>
      {is_public ? null : <Badge tone="gray">{TABLE.unpublished}</Badge>}
    </>
  );
}

function Since({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useDates().day(iso)}</time>;
}

const COLUMNS: Column<OldAddress>[] = [
  {
    key: "from",
    title: TABLE.from,
    render: ({ from_path }) => (
      <a className="row-title" href={pathTo(from_path)} target="_blank" rel="noreferrer">
        {from_path}
      </a>
    ),
  },
  { key: "to", title: TABLE.to, render: (row) => <Target row={row} /> },
  { key: "hits", title: TABLE.followed, align: "right", render: ({ hits }) => figures.format(hits) },
  {
    key: "last",
    title: TABLE.last,
    wide: true,
    render: ({ last_hit_at }) => (last_hit_at ? <Ago iso={last_hit_at} /> : TABLE.never),
  },
  { key: "since", title: TABLE.since, wide: true, render: ({ created_at }) => <Since iso={created_at} /> },
];

type OldAddressesProps = { search: string; page: string; href(page: string): string };

/** The former paths of articles, which redirect automatically. */
export function OldAddresses({ search, page, href }: OldAddressesProps) {
  const query = useQuery(oldAddressesQuery({ search, page }));
  return (
    <section className="missing-section" aria-labelledby="old-addresses">
      <h2 id="old-addresses">{AUTOMATIC.title}</h2>
      <p className="admin-lead">{AUTOMATIC.lead}</p>
      <QueryView
        query={query}
        noun="automatic redirects"
        isEmpty={({ total }) => total === 0}
        empty={<p className="missing-none">{search ? AUTOMATIC.notFound : AUTOMATIC.none}</p>}
      >
        {({ items, ...paging }) => (
          <>
            <DataTable
              caption={AUTOMATIC.caption}
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
