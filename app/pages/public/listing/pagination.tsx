import { fill } from "../../../texts/texts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

/**
 * The first, the last, the current one and its neighbors.
 * @param page from 1; may be beyond the last one
 * @returns in order, with null for a gap of two pages or more
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

type PaginationProps = { page: number; pages: number; to(page: number): string };

export function Pagination({ page, pages, to }: PaginationProps) {
  if (pages <= 1 && page === pages) return null;
  return (
    <nav className="pagination" aria-label={texts.pages}>
      {page > 1 ? (
        <PageLink className="pagination-step" rel="prev" to={to(page - 1)}>
          <Icon name="arrow-left" />
          {texts.previous}
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
              <PageLink
                to={to(one)}
                aria-label={fill(texts.pageNumber, { page: one })}
                aria-current={one === page ? "page" : undefined}
              >
                {one}
              </PageLink>
            </li>
          ),
        )}
      </ol>
      {page < pages ? (
        <PageLink className="pagination-step pagination-next" rel="next" to={to(page + 1)}>
          {texts.next}
          <Icon name="arrow-right" />
        </PageLink>
      ) : null}
    </nav>
  );
}
