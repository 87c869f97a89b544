import { useQuery } from "@tanstack/react-query";
import { PANEL_LIMIT, PANEL_LIMIT_MAX } from "../../../../domain/analytics/panels/panels-model.ts";
import { More } from "../more.tsx";
import { Panel } from "../panel.tsx";
import type { PanelFilters } from "../use-filters.ts";
import { MissingList } from "./missing-list.tsx";
import { missingQuery, readMissing } from "./queries.ts";

/** Addresses without a page that readers asked for, each with the nearest page to lead them to. Filters don't reach it. */
export function MissingPages({ look: { asked, period } }: { look: PanelFilters }) {
  const query = useQuery(missingQuery(asked, PANEL_LIMIT));
  return (
    <Panel
      title="Missing Pages"
      query={query}
      rows={PANEL_LIMIT}
      tall
      isEmpty={({ items }) => items.length === 0}
      empty="No reader met a missing page in these days"
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
