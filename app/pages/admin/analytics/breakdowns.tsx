import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BreakdownItem, type Dimension, PANEL_LIMIT_MAX } from "../../../domain/analytics/panels/panels-model.ts";
import { type Bar, BarList } from "../charts/bar-list.tsx";
import { Badge } from "../frame/badge.tsx";
import { More } from "./more.tsx";
import { Panel } from "./panel.tsx";
import { breakdownQuery, readBreakdown } from "./queries.ts";
import type { PanelFilters } from "./use-filters.ts";

type BreakdownPanelProps = {
  title: string;
  dimension: Dimension;
  look: PanelFilters;
  /** so many entries are expected */
  rows: number;
  empty: string;
  /** what the entries are called where some are left out */
  what: string;
  labelOf?(value: string): string;
  /** what else an entry shows */
  extra?(item: BreakdownItem, at: number): Partial<Bar>;
  hrefDoes?: string;
  foot?: ReactNode;
};

/** What nobody knows is said in words. */
const wordOf = (value: string) => (value === "unknown" ? "Unknown" : value);

/** Visits by one of their properties, the largest share first. */
function BreakdownPanel(props: BreakdownPanelProps) {
  const { title, dimension, look, rows, empty, what, labelOf = wordOf, extra, hrefDoes, foot } = props;
  const { asked, period } = look;
  const query = useQuery(breakdownQuery(asked, dimension));
  return (
    <Panel
      title={title}
      query={query}
      rows={rows}
      isEmpty={({ items }) => items.length === 0}
      empty={empty}
      exports={{ period, load: () => readBreakdown(asked, dimension, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
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
          {...(hrefDoes ? { hrefDoes } : {})}
          items={items.map((item, at) => ({
            label: labelOf(item.value),
            value: item.visits,
            percentage: item.percentage,
            ...extra?.(item, at),
          }))}
        />
      )}
    </Panel>
  );
}

const CHANNELS: Record<string, string> = {
  search: "Search",
  social: "Social",
  mail: "Mail",
  ai: "AI assistants",
  referral: "Other sites",
  campaign: "Campaigns",
  direct: "Direct",
  internal: "This site",
};
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const Sources = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel
    title="Sources"
    dimension="source"
    look={look}
    rows={10}
    empty="No sources in these days"
    what="sources"
    hrefDoes="show only this source"
    extra={({ value }) => ({ href: look.href({ source: value }) })}
  />
);

export const Channels = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel
    title="Channels"
    dimension="channel"
    look={look}
    rows={7}
    empty="No channels in these days"
    what="channels"
    labelOf={(value) => CHANNELS[value] ?? capital(value)}
  />
);

export const Campaigns = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel
    title="Campaigns"
    dimension="campaign"
    look={look}
    rows={7}
    empty="No campaigns in these days. Links with utm_campaign appear here."
    what="campaigns"
  />
);

/** So many places wear a badge (specification, section 2). */
const BADGED = 3;

export const Locations = ({ look, attribution }: { look: PanelFilters; attribution: string | null | undefined }) => (
  <BreakdownPanel
    title="Top Locations"
    dimension="city"
    look={look}
    rows={10}
    empty="No location data available yet."
    what="locations"
    extra={(_, at) => (at < BADGED ? { badge: <Badge tone="blue">#{at + 1}</Badge> } : {})}
    foot={attribution ? <p className="stats-more">{attribution}</p> : null}
  />
);

export const Countries = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel
    title="Countries"
    dimension="country"
    look={look}
    rows={10}
    empty="No countries in these days"
    what="countries"
    hrefDoes="show only this country"
    extra={({ value }) => ({ href: look.href({ country: value }) })}
  />
);

export const Devices = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel
    title="Device Breakdown"
    dimension="device"
    look={look}
    rows={6}
    empty="No device data available"
    what="devices"
    labelOf={capital}
  />
);

export const Browsers = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel
    title="Browser Breakdown"
    dimension="browser"
    look={look}
    rows={6}
    empty="No browser data available"
    what="browsers"
  />
);

export const OperatingSystems = ({ look }: { look: PanelFilters }) => (
  <BreakdownPanel title="Operating Systems" dimension="os" look={look} rows={6} empty="No system data available" what="systems" />
);
