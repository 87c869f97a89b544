import { useQuery } from "@tanstack/react-query";
import { share } from "../../../../domain/analytics/figures-model.ts";
import type { SearchedTerm } from "../../../../domain/analytics/found/found-model.ts";
import { PANEL_LIMIT, PANEL_LIMIT_MAX } from "../../../../domain/analytics/panels/panels-model.ts";
import { SEARCH_TOTAL_CAP } from "../../../../domain/search/model.ts";
import { BarList } from "../../charts/bar-list.tsx";
import { Badge } from "../../frame/badge.tsx";
import { More } from "../more.tsx";
import { Panel } from "../panel.tsx";
import type { PanelFilters } from "../use-filters.ts";
import { type Found, readSearches, searchesQuery } from "./queries.ts";

const KINDS: Record<Found, { title: string; empty: string }> = {
  any: { title: "Searches", empty: "Nobody searched in these days" },
  none: { title: "Searches Without Results", empty: "No search of these days came to nothing" },
};

/** How many articles there are for a term, as far as anybody has looked. */
function resultsText(results: number): string {
  if (results > SEARCH_TOTAL_CAP) return `More than ${SEARCH_TOTAL_CAP} articles`;
  return results === 1 ? "1 article" : `${results} articles`;
}

function Results({ results }: Pick<SearchedTerm, "results">) {
  if (results === null) return null;
  return results === 0 ? <Badge tone="amber">No results</Badge> : <span className="found-results">{resultsText(results)}</span>;
}

/** What readers searched for most; those that found nothing are marked. Filters by page, source or country don't reach it. */
export function Searches({ look: { asked, period }, found = "any" }: { look: PanelFilters; found?: Found }) {
  const query = useQuery(searchesQuery(asked, found, PANEL_LIMIT));
  const { title, empty } = KINDS[found];
  return (
    <Panel
      title={title}
      query={query}
      rows={PANEL_LIMIT}
      isEmpty={({ items }) => items.length === 0}
      empty={empty}
      exports={{ period, load: () => readSearches(asked, found, PANEL_LIMIT_MAX), rows: ({ items }) => items }}
      foot={<More shown={query.data?.items.length ?? 0} total={query.data?.total ?? 0} what="terms" />}
    >
      {({ items }) => {
        const most = Math.max(...items.map(({ searches }) => searches));
        return (
          <BarList
            unit="searches"
            showShare={false}
            items={items.map(({ term, searches, results }) => ({
              label: term,
              value: searches,
              percentage: share(searches, most),
              badge: found === "any" ? <Results results={results} /> : undefined,
            }))}
          />
        );
      }}
    </Panel>
  );
}
