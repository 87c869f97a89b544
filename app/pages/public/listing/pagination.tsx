import { type ListingQuery, routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { pagesShown } from "./pages-shown.ts";

type PaginationProps = { page: number; pages: number; state: ListingQuery };

/** Links to the other pages of this selection. */
export function Pagination({ page, pages, state }: PaginationProps) {
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
