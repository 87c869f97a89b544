import { LISTING_PAGE_SIZE, listingLikes, type PostPage } from "../../../domain/posts/model.ts";
import type { ListingQuery } from "../../../routes.ts";
import { Card } from "../cards/card.tsx";
import { CardSkeleton } from "../cards/card-skeleton.tsx";
import { Pagination } from "./pagination.tsx";
import type { View } from "./view-toggle.tsx";

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
export function Results({ result, error, view, state, term, isStale }: ResultsProps) {
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
