import type { ReactNode } from "react";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "./admin-icon.tsx";
import { useInstantNavigation } from "./use-instant-navigation.ts";

type Patch = { page: string };

type PagerProps = {
  page: number;
  pages: number;
  total: number;
  limit: number;
  /** what the rows are, in the plural */
  noun: string;
  href(patch: Patch): string;
  /** fetches another page's rows when the pointer or the focus reaches its link */
  ahead?: ((patch: Patch) => void) | undefined;
};

/** "emails" becomes "email", "entries" becomes "entry". */
const singular = (noun: string) => noun.replace(/ies$/, "y").replace(/s$/, "");

const figures = new Intl.NumberFormat("en-US");

type TurnProps = Pick<PagerProps, "href" | "ahead"> & { rel: "prev" | "next"; patch: Patch; children: ReactNode };

function Turn({ rel, patch, href, ahead, children }: TurnProps) {
  const to = href(patch);
  const follow = useInstantNavigation(to);
  const ask = () => ahead?.(patch);
  return (
    <Link className="small-button" rel={rel} to={to} onPointerEnter={ask} onFocus={ask} onPointerDown={ask} onClick={follow}>
      {children}
    </Link>
  );
}

export function Pager({ page, pages, total, limit, noun, href, ahead }: PagerProps) {
  if (total === 0) return null;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const text = first > total ? `No ${noun} on this page` : `${figures.format(first)}–${figures.format(last)}`;
  const patchTo = (number: number) => ({ page: String(Math.min(Math.max(number, 1), Math.max(pages, 1))) });
  const said = total === 1 && first === 1 ? `1 ${singular(noun)}` : `${text} of ${figures.format(total)} ${noun}`;
  return (
    <nav className="pager" aria-label="Pages">
      <p role="status">{said}</p>
      {pages > 1 || page > 1 ? (
        <p className="pager-steps">
          {page > 1 ? (
            <Turn rel="prev" patch={patchTo(page - 1)} href={href} ahead={ahead}>
              <AdminIcon name="arrow-left" />
              Previous
            </Turn>
          ) : null}
          <span>
            Page {figures.format(page)} of {figures.format(Math.max(pages, 1))}
          </span>
          {page < pages ? (
            <Turn rel="next" patch={patchTo(page + 1)} href={href} ahead={ahead}>
              Next
              <AdminIcon name="arrow-right" />
            </Turn>
          ) : null}
        </p>
      ) : null}
    </nav>
  );
}
