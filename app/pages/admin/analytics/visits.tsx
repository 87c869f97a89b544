import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RecentSession } from "../../../domain/analytics/analytics.ts";
import { type Dimension, formatDuration, PANEL_LIMIT_MAX, RECENT_SESSIONS } from "../../../domain/analytics/analytics-rules.ts";
import type { Channel } from "../../../domain/analytics/hit-rules.ts";
import { BarList } from "../charts/bar-list.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { More, Panel, type PanelFilters, PanelGroup } from "./panel.tsx";
import { breakdownQuery, readBreakdown, readSessions, sessionsQuery } from "./queries.ts";

const wordOf = (value: string) => (value === "unknown" ? "Unknown" : value);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const CHANNELS: Record<Channel, string> = {
  search: "Search",
  social: "Social",
  mail: "Email",
  ai: "AI assistants",
  referral: "Other sites",
  campaign: "Campaigns",
  direct: "Direct",
  internal: "This site",
};
const channelOf = (value: string) => (Object.hasOwn(CHANNELS, value) ? CHANNELS[value as Channel] : capital(value));

type Look = {
  title: string;
  /** how many entries are expected */
  rows: number;
  empty: string;
  /** the plural noun for entries that are left out */
  what: string;
  labelOf?(value: string): string;
  /** a click on an entry filters the screen by it */
  drill?: "source" | "country";
  /** how many entries get a badge (specification, section 2) */
  badged?: number;
};

const LOOKS: Record<Dimension, Look> = {
  source: { title: "Sources", rows: 10, empty: "No sources in this period", what: "sources", drill: "source" },
  channel: { title: "Channels", rows: 10, empty: "No channels in this period", what: "channels", labelOf: channelOf },
  campaign: {
    title: "Campaigns",
    rows: 10,
    empty: "No campaigns in this period. Links with utm_campaign appear here.",
    what: "campaigns",
  },
  city: { title: "Top Locations", rows: 10, empty: "No location data available yet.", what: "locations", badged: 3 },
  country: { title: "Countries", rows: 10, empty: "No countries in this period", what: "countries", drill: "country" },
  device: { title: "Device Breakdown", rows: 3, empty: "No device data available", what: "devices", labelOf: capital },
  browser: { title: "Browser Breakdown", rows: 5, empty: "No browser data available", what: "browsers" },
  os: { title: "Operating Systems", rows: 5, empty: "No system data available", what: "systems" },
};

type BreakdownProps = { by: Dimension; look: PanelFilters; foot?: string | undefined; switcher?: ReactNode };

export function Breakdown({ by, look, foot, switcher }: BreakdownProps) {
  const { title, rows, empty, what, labelOf = wordOf, drill, badged = 0 } = LOOKS[by];
  const { asked, period, href } = look;
  const query = useQuery(breakdownQuery(asked, by));
  return (
    <Panel
      title={title}
      query={query}
      rows={rows}
      switcher={switcher}
      isEmpty={({ items }) => items.length === 0}
      empty={empty}
      exports={{ period, load: () => readBreakdown(asked, by, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
      foot={
        <>
          <More shown={query.data?.items.length ?? 0} total={query.data?.total ?? 0} what={what} />
          {foot ? <p className="stats-more">{foot}</p> : null}
        </>
      }
    >
      {({ items }) => (
        <BarList
          unit="visits"
          {...(drill ? { hrefDoes: `show only this ${drill}` } : {})}
          items={items.map(({ value, visits, percentage }, at) => ({
            label: labelOf(value),
            value: visits,
            percentage,
            ...(drill ? { href: href({ [drill]: value }) } : {}),
            ...(at < badged ? { badge: <Badge tone="blue">#{at + 1}</Badge> } : {}),
          }))}
        />
      )}
    </Panel>
  );
}

type BreakdownsProps = {
  label: string;
  look: PanelFilters;
  /** each with the name of its button and a line below it */
  choices: readonly (readonly [name: string, by: Dimension, foot?: string | undefined])[];
};

export function Breakdowns({ label, look, choices }: BreakdownsProps) {
  const panels = choices.map(([name, by, foot]) => ({
    name,
    show: (switcher: ReactNode) => <Breakdown key={by} by={by} look={look} foot={foot} switcher={switcher} />,
  }));
  return <PanelGroup label={label} panels={panels} />;
}

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
    { key: "last", title: "Last seen", wide: true, render: ({ last_at }) => at(last_at) },
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
      render: ({ is_active }) => <Badge tone={is_active ? "green" : "gray"}>{is_active ? "Active" : "Completed"}</Badge>,
    },
  ];
}

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
      {({ items }) => (
        // Nine columns don't fit into every window, so the table scrolls by itself, also by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards can only scroll what can take the focus
        <section className="stats-scroll" aria-label="Table of recent sessions" tabIndex={0}>
          <DataTable caption="Recent sessions" columns={columnsOf(time)} rows={items} rowKey={({ id }) => id} />
        </section>
      )}
    </Panel>
  );
}
