import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { MissingPage, SearchedTerm } from "../../../domain/analytics/analytics.ts";
import { type Found, PANEL_LIMIT, PANEL_LIMIT_MAX, share } from "../../../domain/analytics/analytics-rules.ts";
import { addressOfPath } from "../../../domain/redirects/redirect-rules.ts";
import { SEARCH_TOTAL_CAP } from "../../../domain/search/search-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { BarList } from "../charts/bar-list.tsx";
import { Badge } from "../frame/badge.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_REDIRECTS, createRedirect } from "../redirects/queries.ts";
import type { PanelFilters } from "./panel.tsx";
import { More, Panel, PanelGroup } from "./panel.tsx";
import { readSearches, searchesQuery } from "./queries.ts";

/** The URL of the redirects screen with the form for a redirect from `path` open. */
const beginAt = (path: string) => `${adminRoutes.redirects()}?${new URLSearchParams({ from: addressOfPath(path) })}`;

function MissingAction({ page: { path, nearest } }: { page: MissingPage }) {
  const { mutate, isPending } = useAdminMutation({
    call: createRedirect,
    success: "Redirect added",
    failure: (message) => `Failed to add redirect: ${message}`,
    invalidates: CHANGED_REDIRECTS,
  });
  if (!nearest) {
    return (
      <Link className="small-button" to={beginAt(path)}>
        Redirect to...
        <span className="sr-only">: {path}</span>
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="small-button missing-redirect"
      title={nearest.path}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate({ from_path: addressOfPath(path), to_path: nearest.path })}
    >
      {isPending ? "Redirecting..." : `Redirect to ${nearest.title}`}
      <span className="sr-only">: {path}</span>
    </button>
  );
}

const figures = new Intl.NumberFormat("en-US");

export function MissingList({ pages }: { pages: readonly MissingPage[] }) {
  return (
    <ul className="missing">
      {pages.map((page) => (
        <li key={page.path}>
          <span className="missing-page">
            <span className="row-title">{page.path}</span>
            {page.referrer ? <span className="row-note">from {page.referrer}</span> : null}
          </span>
          <MissingAction page={page} />
          <span className="missing-hits">
            {figures.format(page.hits)}
            <span className="sr-only">{" times"}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const KINDS: Record<Found, { title: string; empty: string }> = {
  any: { title: "Searches", empty: "No searches in this period" },
  none: { title: "Searches Without Results", empty: "Every search in this period had results" },
};

function resultsText(results: number): string {
  if (results > SEARCH_TOTAL_CAP) return `More than ${SEARCH_TOTAL_CAP} articles`;
  return results === 1 ? "1 article" : `${results} articles`;
}

function Results({ results }: Pick<SearchedTerm, "results">) {
  if (results === null) return null;
  return results === 0 ? <Badge tone="amber">No results</Badge> : <span className="found-results">{resultsText(results)}</span>;
}

function SearchesPanel({ look: { asked, period }, found, switcher }: { look: PanelFilters; found: Found; switcher: ReactNode }) {
  const query = useQuery(searchesQuery(asked, found, PANEL_LIMIT));
  const { title, empty } = KINDS[found];
  return (
    <Panel
      title={title}
      query={query}
      switcher={switcher}
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

/** All searches, or those without results. Filters by page, source or country don't apply. */
export function Searches({ look }: { look: PanelFilters }) {
  const panel = (name: string, found: Found) => ({
    name,
    show: (switcher: ReactNode) => <SearchesPanel key={found} look={look} found={found} switcher={switcher} />,
  });
  return <PanelGroup label="Searches" panels={[panel("All", "any"), panel("Without results", "none")]} />;
}
