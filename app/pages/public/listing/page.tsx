import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { isSearchable } from "../../../domain/search/model.ts";
import { routes } from "../../../routes.ts";
import { useApi } from "../../data.ts";
import { Meta } from "../meta/meta.tsx";
import { Count } from "./count.tsx";
import { FeedLink } from "./feed-link.tsx";
import { Filters } from "./filters.tsx";
import { categoriesQuery, listingFromUrl, listingQuery, movedListing } from "./queries.ts";
import { Results } from "./results.tsx";
import { useViewChoice, ViewToggle } from "./view-toggle.tsx";

/**
 * Leads from old slugs to the current address, as the loader does unless the answer takes longer than it waits. A browser that asks by
 * an old slug knows the categories as they were.
 */
function Moved({ to }: { to: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => void queryClient.invalidateQueries({ queryKey: categoriesQuery(api).queryKey }), [api, queryClient]);
  return <Navigate to={to} replace />;
}

/** All articles: searched, filtered and paged by the address alone. */
export function Component() {
  const api = useApi();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const state = listingFromUrl(params);
  const {
    data: result,
    error,
    isPlaceholderData,
  } = useQuery({ ...listingQuery(api, state), placeholderData: (before) => before });
  // A failed request silently yields no categories (specification, section 8).
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const { view, choose } = useViewChoice();
  if (result?.moved_to && !isPlaceholderData) return <Moved to={movedListing(params, result.moved_to)} />;
  const category = categories.find((one) => one.slug === state.category);
  const name = category?.name ?? state.category;
  const title = [
    state.search ? `Search for “${state.search}”` : (name ?? "All Articles"),
    state.tag && `tagged ${state.tag}`,
    state.page > 1 && `page ${state.page}`,
  ];
  return (
    <div className="page-width listing">
      <Meta
        title={title.filter(Boolean).join(", ")}
        description={category?.description}
        path={routes.listing({ category: state.category, tag: state.tag, page: state.page })}
        noindex={Boolean(state.search) || result?.total === 0}
      />
      {category ? <FeedLink kind="category" slug={category.slug} name={category.name} /> : null}
      {state.tag && result?.total ? <FeedLink kind="tag" slug={state.tag} name={state.tag} /> : null}
      <h1>All Articles</h1>
      <Filters key={state.tag} state={state} categories={categories} />
      <div className="listing-bar">
        <Count result={error || isPlaceholderData ? undefined : result} category={name} state={state} />
        <ViewToggle view={view} choose={choose} />
      </div>
      <Results
        result={result}
        error={error}
        view={view}
        state={state}
        term={isSearchable(state.search) ? state.search : undefined}
        isStale={isPlaceholderData}
      />
    </div>
  );
}
