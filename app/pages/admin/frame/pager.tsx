import { Link } from "../../../ui/link/link.tsx";
import { AdminIcon } from "./admin-icon.tsx";

type PagerProps = {
  page: number;
  pages: number;
  total: number;
  limit: number;
  /** what the rows are, in the plural */
  noun: string;
  href(patch: { page: string }): string;
  /** asks for another page's rows while its link is still being pressed */
  ahead?(patch: { page: string }): void;
};

const figures = new Intl.NumberFormat("en-US");

/** Which rows are in sight, and the ways to the others. */
export function Pager({ page, pages, total, limit, noun, href, ahead }: PagerProps) {
  if (total === 0) return null;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const text = first > total ? `No ${noun} on this page` : `${figures.format(first)}–${figures.format(last)}`;
  const leadTo = (number: number) => {
    const patch = { page: String(Math.min(Math.max(number, 1), Math.max(pages, 1))) };
    return { to: href(patch), onPointerDown: () => ahead?.(patch) };
  };
  return (
    <nav className="pager" aria-label="Pages">
      <p role="status">{`${text} of ${figures.format(total)} ${noun}`}</p>
      {pages > 1 || page > 1 ? (
        <p className="pager-steps">
          {page > 1 ? (
            <Link className="small-button" rel="prev" {...leadTo(page - 1)}>
              <AdminIcon name="arrow-left" />
              Previous
            </Link>
          ) : null}
          <span>{`Page ${figures.format(page)} of ${figures.format(Math.max(pages, 1))}`}</span>
          {page < pages ? (
            <Link className="small-button" rel="next" {...leadTo(page + 1)}>
              Next
              <AdminIcon name="arrow-right" />
            </Link>
          ) : null}
        </p>
      ) : null}
    </nav>
  );
}
