import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BreakdownItem, type Dimension, PANEL_LIMIT_MAX } from "../../../domain/analytics/panels/panels-model.ts";
import { type Bar, BarList } from "../charts/bar-list.tsx";
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
export function BreakdownPanel(props: BreakdownPanelProps) {
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
