import type { PostPage } from "../../../domain/posts/model.ts";
import { isSearchable, SEARCH_MIN_LENGTH } from "../../../domain/search/model.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";

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
export function Count({ result, category, state: { search, tag } }: CountProps) {
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
