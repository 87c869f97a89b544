import { useQuery } from "@tanstack/react-query";
import { type Import, SEVERITIES } from "../../../domain/importing/model.ts";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { FilterChips } from "../frame/filter-chips.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { findingsQuery } from "./queries.ts";
import { SEVERITY_NAMES } from "./words.ts";

type Row = { severity: (typeof SEVERITIES)[number]; place: string; sentence: string };
const COLUMNS: Column<Row>[] = [
  { key: "sentence", title: "What", render: ({ sentence }) => sentence },
  { key: "place", title: "Where", render: ({ place }) => <span className="import-place">{place}</span> },
  { key: "severity", title: "Comes of it", render: ({ severity }) => SEVERITY_NAMES[severity] },
];

type FindingsProps = {
  of: Import;
  severity: string;
  page: string;
  href(patch: { page: string }): string;
  onSeverity(severity: string): void;
};

/** What a person should know of an import before it is started, and afterwards. */
export function Findings({ of, severity, page, href, onSeverity }: FindingsProps) {
  const query = useQuery(findingsQuery(of.id, { severity, page, state: of.state }));
  const all = SEVERITIES.reduce((sum, one) => sum + of.found[one], 0);
  if (all === 0) return <p className="import-note">Nothing is changed or dropped.</p>;
  const options = [
    { value: "", label: "All", count: all },
    ...SEVERITIES.map((one) => ({ value: one as string, label: SEVERITY_NAMES[one], count: of.found[one] })),
  ];
  return (
    <>
      <FilterChips label="What comes of it" options={options} value={severity} onChange={onSeverity} />
      <QueryView
        query={query}
        noun="findings"
        isEmpty={({ total }) => total === 0}
        empty={<p className="import-note">None of this kind.</p>}
      >
        {({ items, ...paging }) => (
          <>
            <DataTable
              caption="Findings"
              columns={COLUMNS}
              rows={items}
              rowKey={({ place, sentence }) => `${place} ${sentence}`}
              busy={query.isPlaceholderData}
            />
            <Pager {...paging} noun="findings" href={href} />
          </>
        )}
      </QueryView>
    </>
  );
}
