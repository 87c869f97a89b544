import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageFigures } from "../../../domain/analytics/analytics.ts";
import { PANEL_LIMIT, PANEL_LIMIT_MAX, type PageSort, share } from "../../../domain/analytics/analytics-rules.ts";
import { BarList } from "../charts/bar-list.tsx";
import type { ChartDay } from "../charts/chart-points.tsx";
import { LineChart } from "../charts/line-chart.tsx";
import { RangeControl } from "../charts/range.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { useDates } from "../frame/dates.tsx";
import { Cards } from "./cards.tsx";
import { MissingList, Searches } from "./found.tsx";
import { Live } from "./live.tsx";
import { DRILLS, type Drill, More, Panel, type PanelFilters, PanelGroup, Refresh, useFilters } from "./panel.tsx";
import { missingQuery, overviewQuery, pagesQuery, readMissing, readPages, readTimeline, timelineQuery } from "./queries.ts";
import { Breakdown, Breakdowns, Sessions } from "./visits.tsx";

const KINDS: Record<PageSort, { title: string; unit: string; empty: string }> = {
  views: { title: "Top Pages", unit: "views", empty: "No pages were read in this period" },
  entries: { title: "Entry Pages", unit: "visits began here", empty: "No visits began in this period" },
  exits: { title: "Exit Pages", unit: "visits ended here", empty: "No visits ended in this period" },
};

const countOf = (page: PageFigures, sort: PageSort) => page[sort];

type PagesPanelProps = { sort: PageSort; look: PanelFilters; switcher: ReactNode };

function PagesPanel({ sort, look: { asked, period, href }, switcher }: PagesPanelProps) {
  const query = useQuery(pagesQuery(asked, sort));
  const { title, unit, empty } = KINDS[sort];
  return (
    <Panel
      title={title}
      query={query}
      switcher={switcher}
      rows={PANEL_LIMIT}
      isEmpty={({ items }) => items.every((page) => countOf(page, sort) === 0)}
      empty={empty}
      exports={{ period, load: () => readPages(asked, sort, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
      foot={<More shown={query.data?.items.length ?? 0} total={query.data?.total ?? 0} what="pages" />}
    >
      {({ items }) => {
        const most = Math.max(...items.map((page) => countOf(page, sort)));
        return (
          <BarList
            ranked
            unit={unit}
            hrefDoes="show only this page"
            showShare={false}
            items={items.map((page) => ({
              label: page.title || page.path,
              note: sort === "views" && page.title ? page.path : undefined,
              value: countOf(page, sort),
              percentage: share(countOf(page, sort), most),
              href: href({ path: page.path }),
            }))}
          />
        );
      }}
    </Panel>
  );
}

const PAGES: readonly (readonly [name: string, sort: PageSort])[] = [
  ["All", "views"],
  ["Entries", "entries"],
  ["Exits", "exits"],
];

function Pages({ look }: { look: PanelFilters }) {
  const panels = PAGES.map(([name, sort]) => ({
    name,
    show: (switcher: ReactNode) => <PagesPanel key={sort} sort={sort} look={look} switcher={switcher} />,
  }));
  return <PanelGroup label="Pages" panels={panels} />;
}

const SERIES = [
  { key: "views", label: "Page views" },
  { key: "visits", label: "Visits" },
  { key: "visitors", label: "Visitors" },
];

function Timeline({ asked, period }: PanelFilters) {
  const query = useQuery(timelineQuery(asked));
  return (
    <Panel
      title="Day by Day"
      query={query}
      rows={0}
      isEmpty={({ days }) => days.length === 0}
      empty="No days to show"
      exports={{
        period,
        load: () => readTimeline(asked),
        rows: ({ days, previous, marks }) =>
          days.map((day, at) => ({
            date: day.date,
            visits: day.visits,
            visitors: day.visitors,
            views: day.views,
            previous_date: previous[at]?.date,
            previous_visits: previous[at]?.visits,
            previous_visitors: previous[at]?.visitors,
            previous_views: previous[at]?.views,
            marks: marks
              .filter(({ date }) => date === day.date)
              .map(({ kind, label }) => `${kind}: ${label}`)
              .join("; "),
          })),
      }}
    >
      {({ days, previous, marks }) => (
        <LineChart title="Day by day" days={days satisfies ChartDay[]} previous={previous} marks={marks} series={SERIES} />
      )}
    </Panel>
  );
}

/** Missing pages that readers asked for, each with the nearest page to redirect to. Filters don't apply. */
function MissingPages({ look: { asked, period } }: { look: PanelFilters }) {
  const query = useQuery(missingQuery(asked, PANEL_LIMIT));
  return (
    <Panel
      title="Missing Pages"
      query={query}
      rows={PANEL_LIMIT}
      isEmpty={({ items }) => items.length === 0}
      empty="No missing pages in this period"
      exports={{
        period,
        load: () => readMissing(asked, PANEL_LIMIT_MAX),
        rows: ({ items }) =>
          items.map(({ path, hits, referrer, nearest }) => ({ path, hits, referrer, nearest: nearest?.path ?? null })),
      }}
      foot={<More shown={query.data?.items.length ?? 0} total={query.data?.total ?? 0} what="addresses" />}
    >
      {({ items }) => <MissingList pages={items} />}
    </Panel>
  );
}

const WORDS: Record<Drill, string> = { path: "Page", source: "Source", country: "Country" };

type DrillChipsProps = { values: Record<Drill, string>; onRemove(drills: readonly Drill[]): void };

function DrillChips({ values, onRemove }: DrillChipsProps) {
  const set = DRILLS.filter((drill) => values[drill] !== "");
  if (set.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="drill" role="group" aria-label="Filtered by">
      {set.map((drill) => (
        <button key={drill} type="button" className="drill-chip" onClick={() => onRemove([drill])}>
          <span>
            {WORDS[drill]}: <strong>{values[drill] === "unknown" ? "Unknown" : values[drill]}</strong>
          </span>
          <AdminIcon name="close" />
          <span className="sr-only">(remove this filter)</span>
        </button>
      ))}
      {set.length > 1 ? (
        <button type="button" className="small-button" onClick={() => onRemove(set)}>
          Clear all
        </button>
      ) : null}
    </div>
  );
}

type ReadersProps = { look: PanelFilters; attribution: string | null | undefined };

/** What was read, and by whom: pages, sources, places, devices and software. */
function Readers({ look, attribution }: ReadersProps) {
  return (
    <div className="stats-grid">
      <Pages look={look} />
      <Breakdowns
        label="Sources"
        look={look}
        choices={[
          ["Sources", "source"],
          ["Channels", "channel"],
          ["Campaigns", "campaign"],
        ]}
      />
      <Breakdowns
        label="Places"
        look={look}
        choices={[
          ["Locations", "city", attribution ?? undefined],
          ["Countries", "country"],
        ]}
      />
      <div className="stats-stack">
        <Breakdown by="device" look={look} />
        <Breakdowns
          label="Software"
          look={look}
          choices={[
            ["Browsers", "browser"],
            ["Systems", "os"],
          ]}
        />
      </div>
    </div>
  );
}

export function WebAnalytics() {
  const { values, set, today, ...look } = useFilters();
  const { data } = useQuery(overviewQuery(look.asked));
  const dates = useDates();
  const isNarrow = DRILLS.some((drill) => values[drill] !== "");
  return (
    <AdminPage
      title="Website Analytics"
      lead={data ? `Updated ${dates.time(data.as_of)} (${data.timezone})` : "\u00a0"}
      actions={
        <>
          <Live href={look.href} isNarrow={isNarrow} />
          <Refresh />
        </>
      }
    >
      <div className="stats-bar">
        <RangeControl values={values} today={today} compared={data?.previous} onChange={set} />
        <DrillChips values={values} onRemove={(drills) => set(Object.fromEntries(drills.map((drill) => [drill, ""])))} />
      </div>
      <Cards asked={look.asked} />
      <Timeline {...look} />
      <Readers look={look} attribution={data?.attribution} />
      <div className="stats-grid stats-grid-one">
        <Sessions {...look} />
      </div>
      {isNarrow ? <p className="stats-note">Searches and missing pages aren’t filtered: they cover all readers.</p> : null}
      <div className="stats-grid stats-last">
        <Searches look={look} />
        <MissingPages look={look} />
      </div>
    </AdminPage>
  );
}
