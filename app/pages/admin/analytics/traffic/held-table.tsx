import type { QuarantinedHit } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { Badge } from "../../frame/badge.tsx";
import { type Column, DataTable } from "../../frame/data-table.tsx";
import { Ago } from "../../frame/dates.tsx";
import type { Selection } from "../../frame/use-selection.ts";
import { reasonLabel, reasonMeans } from "./traffic-texts.ts";

const columns: Column<QuarantinedHit>[] = [
  {
    key: "page",
    title: "Page",
    render: ({ path, referrer }) => (
      <>
        <span className="row-title">{path}</span>
        {referrer ? <span className="row-note">from {referrer}</span> : null}
      </>
    ),
  },
  {
    key: "reason",
    title: "Reason",
    render: ({ reason }) => (
      <span title={reasonMeans(reason)}>
        <Badge tone={reason === "blocked" ? "red" : "amber"}>{reasonLabel(reason)}</Badge>
      </span>
    ),
  },
  { key: "agent", title: "User agent", render: ({ user_agent }) => <span className="held-agent">{user_agent || "None"}</span> },
  { key: "network", title: "Network", render: ({ network }) => network ?? "Unknown" },
  { key: "at", title: "When", render: ({ at }) => <Ago iso={at} /> },
];

type HeldTableProps = { hits: readonly QuarantinedHit[]; selection: Selection; busy: boolean };

/** A row for each held hit, to be chosen from. */
export function HeldTable({ hits, selection, busy }: HeldTableProps) {
  return (
    <DataTable
      caption="Held hits"
      columns={columns}
      rows={hits}
      rowKey={({ id }) => id}
      rowName={({ path, reason, id }) => `hit ${id} on ${path}, ${reasonLabel(reason).toLowerCase()}`}
      selection={selection}
      busy={busy}
    />
  );
}
