import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { LISTING_PAGE_SIZE, listingLikes } from "../../../domain/posts/post-rules.ts";
import type { PostPage } from "../../../domain/posts/post-shapes.ts";
import { isSearchable, SEARCH_MIN_LENGTH } from "../../../domain/search/model.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { useApi } from "../../data.ts";
import { Card } from "../cards/card.tsx";
import { CardSkeleton } from "../cards/card-skeleton.tsx";
import { useSite } from "../layout/use-site.ts";
import { Meta } from "../meta/meta.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { Filters } from "./filters.tsx";
import { categoriesQuery, listingFromUrl, listingQuery, movedListing } from "./queries.ts";
import { useViewChoice, type View, ViewToggle } from "./view-toggle.tsx";

/**
 * The page numbers worth a link: the first, the last, the current one and its neighbours.
 * @param page the current page, from 1; may lie beyond the end
 * @param pages how many there are, at least 1
 * @returns the numbers in order; null stands for a gap of two pages or more
 */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const current = Math.min(page, pages);
  const wanted = [1, current - 1, current, current + 1, pages].filter((one) => one >= 1 && one <= pages);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1];
    if (before === undefined || one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}

type PaginationProps = { page: number; pages: number; state: ListingQuery };

/** Links to the other pages of this selection. */
function Pagination({ page, pages, state }: PaginationProps) {
  if (pages <= 1 && page === pages) return null;
  const to = (target: number) => routes.listing({ ...state, page: target });
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 ? (
        <PageLink className="pagination-step" rel="prev" to={to(page - 1)}>
          <Icon name="arrow-left" />
          Previous
        </PageLink>
      ) : null}
      <ol>
        {pagesShown(page, pages).map((one, index, all) =>
          one === null ? (
            <li key={`after-${all[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={one}>
              <PageLink to={to(one)} aria-label={`Page ${one}`} aria-current={one === page ? "page" : undefined}>
                {one}
              </PageLink>
            </li>
          ),
        )}
      </ol>
      {page < pages ? (
        <PageLink className="pagination-step pagination-next" rel="next" to={to(page + 1)}>
          Next
          <Icon name="arrow-right" />
        </PageLink>
      ) : null}
    </nav>
  );
}

type ResultsProps = {
  result: PostPage | undefined;
  error: Error | null;
  view: View;
  state: ListingQuery;
  term: string | undefined;
  /** the last selection's articles, shown until the new ones are there */
  isStale: boolean;
};

const PLACES = Array.from({ length: LISTING_PAGE_SIZE }, (_, place) => place);

/** The articles found, or why there are none. */
function Results({ result, error, view, state, term, isStale }: ResultsProps) {
  const className = `cards cards-${view}`;
  if (error)
    return (
      <div className="notice" role="alert">
        <h2>Error Loading Posts</h2>
        <p>{error.message || "Failed to load posts. Please try again later."}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try Again
        </button>
      </div>
    );
  if (!result)
    return (
      <div className={className} aria-busy="true">
        {PLACES.map((place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    );
  if (result.posts.length === 0)
    return (
      <div className="notice">
        <h2>No articles found</h2>
        <p>Try adjusting your search or filter criteria</p>
        {/* Beyond the last page there are still ways back. */}
        {result.total > 0 ? <Pagination page={result.pages + 1} pages={result.pages} state={state} /> : null}
      </div>
    );
  return (
    <>
      <div className={className} aria-busy={isStale}>
        {result.posts.map((post, place) => (
          <Card key={post.id} post={post} heading="h2" term={term} formatLikes={listingLikes} toasts={false} eager={place < 3} />
        ))}
      </div>
      <Pagination page={result.page} pages={result.pages} state={state} />
    </>
  );
}

type CountProps = {
  /** absent while there is nothing to count */
  result: Pick<PostPage, "total" | "total_is_capped"> | undefined;
  category: string | undefined;
  state: ListingQuery;
};

/** "Showing 12 articles in Wellness"; beyond what is counted "1000+". */
export function countText(
  { total, total_is_capped: isCapped }: Pick<PostPage, "total" | "total_is_capped">,
  category?: string,
  tag?: string,
) {
  const articles = isCapped ? `${total}+ articles` : `${total} article${total === 1 ? "" : "s"}`;
  return `Showing ${articles}${category ? ` in ${category}` : ""}${tag ? ` tagged ${tag}` : ""}`;
}

/** How many articles there are, and of what kind. Read out when it changes. */
function Count({ result, category, state: { search, tag } }: CountProps) {
  return (
    <div className="count">
      <p role="status">{result ? countText(result, category, tag) : null}</p>
      {search && !isSearchable(search) ? <p className="hint">Search needs at least {SEARCH_MIN_LENGTH} characters.</p> : null}
      {search || category || tag ? (
        <PageLink className="text-link" to={routes.listing()}>
          Clear all
        </PageLink>
      ) : null}
    </div>
  );
}

type FeedLinkProps = { kind: "category" | "tag"; slug: string; name: string };

/** Tells feed readers of the feed that holds this selection alone. */
function FeedLink({ kind, slug, name }: FeedLinkProps) {
  const site = useSite();
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`${site.name}: ${name}`}
      href={routes.feeds.of(kind, slug, "feed.xml")}
    />
  );
}

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
