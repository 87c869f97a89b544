import type { PostPage } from "../../../domain/posts/post-shapes.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { TextWith } from "../../../ui/text-with.tsx";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

type SearchLineProps = { state: ListingQuery; result: PostPage | undefined };

/** Below the filters of a search: what was searched for instead, and in which order the results are. */
export function SearchLine({ state, result }: SearchLineProps) {
  if (!state.search || !result) return null;
  const { corrected, total } = result;
  if (corrected === undefined && total < 2) return null;
  return (
    <div className="search-line">
      {corrected === undefined ? null : (
        <p role="status">
          <TextWith
            text={texts.resultsFor}
            parts={{
              term: (
                <em key="term">
                  <bdi>{corrected}</bdi>
                </em>
              ),
            }}
          />{" "}
          <PageLink className="text-link" to={routes.listing({ ...state, exact: true, page: 1 })}>
            <TextWith text={texts.searchTyped} parts={{ term: <bdi key="term">{state.search}</bdi> }} />
          </PageLink>
        </p>
      )}
      {total < 2 ? null : (
        <nav aria-label={texts.order}>
          {([undefined, "newest"] as const).map((sort) => (
            <PageLink
              key={sort ?? "rank"}
              className="text-link"
              to={routes.listing({ ...state, sort, page: 1 })}
              aria-current={state.sort === sort ? "page" : undefined}
            >
              {sort ? texts.newest : texts.bestMatch}
            </PageLink>
          ))}
        </nav>
      )}
    </div>
  );
}
