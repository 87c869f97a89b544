import { useQuery } from "@tanstack/react-query";
import { DEFAULT_RANGE, rangeDays } from "../../../domain/analytics/figures-model.ts";
import { MissingList } from "../analytics/found/missing-list.tsx";
import { missingQuery } from "../analytics/found/queries.ts";
import { QueryView } from "../frame/query-view.tsx";

/** So many are in sight; what is mended makes room for the next. */
const IN_SIGHT = 20;

/** The addresses without a page that readers asked for lately. */
export function Missing() {
  const query = useQuery(missingQuery({ range: DEFAULT_RANGE }, IN_SIGHT));
  const days = rangeDays(DEFAULT_RANGE);
  return (
    <section className="missing-section" aria-labelledby="missing-pages">
      <h2 id="missing-pages">Missing Pages</h2>
      <p className="admin-lead">{`Addresses without a page that readers asked for in the last ${days} days.`}</p>
      <QueryView
        query={query}
        noun="missing pages"
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="missing-none">No reader met a missing page.</p>}
      >
        {({ items, total }) => (
          <>
            <MissingList pages={items} />
            {total > items.length ? <p className="missing-none">{`+${total - items.length} more addresses`}</p> : null}
          </>
        )}
      </QueryView>
    </section>
  );
}
