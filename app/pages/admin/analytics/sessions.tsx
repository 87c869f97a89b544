import { useQuery } from "@tanstack/react-query";
import type { RecentSession } from "../../../domain/analytics/analytics.ts";
import { formatDuration, RECENT_SESSIONS } from "../../../domain/analytics/analytics-rules.ts";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { Panel } from "./panel.tsx";
import { readSessions, sessionsQuery } from "./queries.ts";
import type { PanelFilters } from "./use-filters.ts";

const figures = new Intl.NumberFormat("en-US");
const word = (value: string) => (value === "" ? value : value.charAt(0).toUpperCase() + value.slice(1));

function columnsOf(time: (iso: string) => string): Column<RecentSession>[] {
  const at = (iso: string) => <time dateTime={iso}>{time(iso)}</time>;
  return [
    { key: "location", title: "Location", render: ({ location }) => <span className="row-title">{word(location)}</span> },
    { key: "device", title: "Device", render: ({ device }) => word(device) },
    {
      key: "browser",
      title: "Browser",
      render: ({ browser, browser_version }) => [browser, browser_version].filter(Boolean).join(" "),
    },
    { key: "os", title: "OS", render: ({ operating_system }) => operating_system },
    { key: "started", title: "Started", render: ({ started_at }) => at(started_at) },
    { key: "last", title: "Last seen", render: ({ last_at }) => at(last_at) },
    {
      key: "duration",
      title: "Duration",
      align: "right",
      render: ({ duration_seconds }) => formatDuration(duration_seconds),
    },
    { key: "views", title: "Page views", align: "right", render: ({ page_views }) => figures.format(page_views) },
    {
      key: "status",
      title: "Status",
      render: ({ is_active }) => <Badge tone={is_active ? "green" : "grey"}>{is_active ? "Active" : "Completed"}</Badge>,
    },
  ];
}

/** The last visits, one by one. */
export function Sessions({ asked, period }: PanelFilters) {
  const query = useQuery(sessionsQuery(asked));
  const { time } = useDates();
  return (
    <Panel
      title="Recent Sessions"
      query={query}
      rows={RECENT_SESSIONS}
      isEmpty={({ items }) => items.length === 0}
      empty="No recent sessions found"
      exports={{ period, load: () => readSessions(asked), rows: ({ items }) => items }}
    >
      {({ items }) => <DataTable caption="Recent sessions" columns={columnsOf(time)} rows={items} rowKey={({ id }) => id} />}
    </Panel>
  );
}
