import { useQuery } from "@tanstack/react-query";
import { share } from "../../../domain/analytics/figures-model.ts";
import { PANEL_LIMIT, PANEL_LIMIT_MAX, type PageFigures, type PageSort } from "../../../domain/analytics/panels/panels-model.ts";
import { BarList } from "../charts/bar-list.tsx";
import { More } from "./more.tsx";
import { Panel } from "./panel.tsx";
import { pagesQuery, readPages } from "./queries.ts";
import type { PanelFilters } from "./use-filters.ts";

const KINDS: Record<PageSort, { title: string; unit: string; empty: string }> = {
  views: { title: "Top Pages", unit: "views", empty: "No pages were read in these days" },
  entries: { title: "Entry Pages", unit: "visits began here", empty: "No visits began in these days" },
  exits: { title: "Exit Pages", unit: "visits ended here", empty: "No visits ended in these days" },
};

const countOf = (page: PageFigures, sort: PageSort) => page[sort];

/** Pages by how often they were read, or by how many visits began or ended with them. A click narrows the screen down to one. */
export function PagesPanel({ sort, look: { asked, period, href } }: { sort: PageSort; look: PanelFilters }) {
  const query = useQuery(pagesQuery(asked, sort));
  const { title, unit, empty } = KINDS[sort];
  return (
    <Panel
      title={title}
      query={query}
      rows={PANEL_LIMIT}
      tall={sort === "views"}
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
