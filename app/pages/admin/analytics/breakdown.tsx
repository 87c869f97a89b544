import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Dimension, PANEL_LIMIT_MAX } from "../../../domain/analytics/analytics-rules.ts";
import type { Channel } from "../../../domain/analytics/model.ts";
import { BarList } from "../charts/bar-list.tsx";
import { Badge } from "../frame/badge.tsx";
import { More, Panel } from "./panel.tsx";
import { breakdownQuery, readBreakdown } from "./queries.ts";
import type { PanelFilters } from "./use-filters.ts";

/** What nobody knows is said in words. */
const wordOf = (value: string) => (value === "unknown" ? "Unknown" : value);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const CHANNELS: Record<Channel, string> = {
  search: "Search",
  social: "Social",
  mail: "Mail",
  ai: "AI assistants",
  referral: "Other sites",
  campaign: "Campaigns",
  direct: "Direct",
  internal: "This site",
};
const channelOf = (value: string) => (Object.hasOwn(CHANNELS, value) ? CHANNELS[value as Channel] : capital(value));

type Look = {
  title: string;
  /** so many entries are expected */
  rows: number;
  empty: string;
  /** what the entries are called where some are left out */
  what: string;
  labelOf?(value: string): string;
  /** a click on an entry narrows the screen down to it */
  drill?: "source" | "country";
  /** so many entries wear a badge (specification, section 2) */
  badged?: number;
};

const LOOKS: Record<Dimension, Look> = {
  source: { title: "Sources", rows: 10, empty: "No sources in these days", what: "sources", drill: "source" },
  channel: { title: "Channels", rows: 7, empty: "No channels in these days", what: "channels", labelOf: channelOf },
  campaign: {
    title: "Campaigns",
    rows: 7,
    empty: "No campaigns in these days. Links with utm_campaign appear here.",
    what: "campaigns",
  },
  city: { title: "Top Locations", rows: 10, empty: "No location data available yet.", what: "locations", badged: 3 },
  country: { title: "Countries", rows: 10, empty: "No countries in these days", what: "countries", drill: "country" },
  device: { title: "Device Breakdown", rows: 6, empty: "No device data available", what: "devices", labelOf: capital },
  browser: { title: "Browser Breakdown", rows: 6, empty: "No browser data available", what: "browsers" },
  os: { title: "Operating Systems", rows: 6, empty: "No system data available", what: "systems" },
};

type BreakdownProps = { by: Dimension; look: PanelFilters; foot?: ReactNode };

/** Visits by one of their properties, the largest share first. */
export function Breakdown({ by, look, foot }: BreakdownProps) {
  const { title, rows, empty, what, labelOf = wordOf, drill, badged = 0 } = LOOKS[by];
  const { asked, period, href } = look;
  const query = useQuery(breakdownQuery(asked, by));
  return (
    <Panel
      title={title}
      query={query}
      rows={rows}
      isEmpty={({ items }) => items.length === 0}
      empty={empty}
      exports={{ period, load: () => readBreakdown(asked, by, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
      foot={
        <>
          <More shown={query.data?.items.length ?? 0} total={query.data?.total ?? 0} what={what} />
          {foot}
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
