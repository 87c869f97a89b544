import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Import } from "../../../domain/imports/import.ts";
import { type FindingGroup, SEVERITIES, type Severity } from "../../../domain/imports/import-rules.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { FilterChips } from "../frame/toolbar.tsx";
import { findingsQuery } from "./queries.ts";

const LOOKS: Record<Severity, { label: string; tone: BadgeTone }> = {
  dropped: { label: "Dropped", tone: "red" },
  changed: { label: "Changed", tone: "amber" },
  kept: { label: "Kept as it is here", tone: "blue" },
};

const figures = new Intl.NumberFormat("en-US");

type Row = { place: string; sentence: string };
const WHERE: Column<Row> = {
  key: "place",
  title: "Where",
  render: ({ place }) => <span className="import-place">{place}</span>,
};
const WHAT: Column<Row> = {
  key: "sentence",
  title: "What",
  render: ({ sentence }) => <span className="import-place">{sentence}</span>,
};

export type FindingsProps = {
  of: Import;
  severity: string;
  /** the sentence of the group that is open; empty for none */
  group: string;
  page: string;
  href(patch: { page: string }): string;
  onChange(patch: { severity?: string; group?: string }): void;
};

type OpenGroupProps = { group: FindingGroup } & Pick<FindingsProps, "of" | "page" | "href">;

/** The findings of one group, each with its place. A sentence that is the same everywhere isn't repeated. */
function OpenGroup({ of, group, page, href }: OpenGroupProps) {
  const query = useQuery(findingsQuery(of, { severity: group.severity, group: group.sentence, page }));
  return (
    <QueryView query={query} noun="findings">
      {({ items, groups: _, ...paging }) => (
        <>
          <DataTable
            caption={group.sentence}
            columns={items.some(({ sentence }) => sentence !== group.sentence) ? [WHAT, WHERE] : [WHERE]}
            rows={items}
            rowKey={({ place, sentence }) => `${place} ${sentence}`}
            busy={query.isPlaceholderData}
          />
          {paging.total < group.count ? (
            <p className="import-note">The first {figures.format(paging.total)} are listed.</p>
          ) : null}
          {paging.pages > 1 ? <Pager {...paging} noun="findings" href={href} /> : null}
        </>
      )}
    </QueryView>
  );
}

type GroupProps = OpenGroupProps & { isOpen: boolean; onToggle(): void };

function Group({ isOpen, onToggle, ...props }: GroupProps) {
  const { severity, sentence, count } = props.group;
  const id = useId();
  return (
    <li className="finding-group">
      <button type="button" className="finding-group-button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Badge tone={LOOKS[severity].tone}>{LOOKS[severity].label}</Badge>
        <span className="finding-sentence">{sentence}</span>
        <span className="finding-count">
          <span aria-hidden="true">{figures.format(count)}</span>
          <span className="sr-only">{count === 1 ? "once" : `${figures.format(count)} times`}</span>
        </span>
      </button>
      <div id={id}>{isOpen ? <OpenGroup {...props} /> : null}</div>
    </li>
  );
}

export function Findings({ of, severity, group, page, href, onChange }: FindingsProps) {
  const query = useQuery(findingsQuery(of, { severity, group: "", page: "1" }));
  const all = SEVERITIES.reduce((sum, one) => sum + of.found[one], 0);
  if (all === 0) return <p className="import-note">Nothing is changed or dropped.</p>;
  const options = [
    { value: "", label: "All", count: all },
    ...SEVERITIES.map((one) => ({ value: one as string, label: LOOKS[one].label, count: of.found[one] })),
  ];
  return (
    <section className="import-findings" aria-label="Findings">
      <FilterChips
        label="Result"
        options={options}
        value={severity}
        onChange={(value) => onChange({ severity: value, group: "" })}
      />
      <QueryView
        query={query}
        noun="findings"
        isEmpty={({ groups }) => groups.length === 0}
        empty={<p className="import-note">Nothing here.</p>}
      >
        {({ groups }) => (
          <ul className="finding-groups">
            {groups.map((one) => {
              const name = `${one.severity}: ${one.sentence}`;
              const isOpen = group === name;
              return (
                <Group
                  key={name}
                  of={of}
                  group={one}
                  page={page}
                  href={href}
                  isOpen={isOpen}
                  onToggle={() => onChange({ group: isOpen ? "" : name })}
                />
              );
            })}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
