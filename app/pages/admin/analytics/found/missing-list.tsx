import type { MissingPage } from "../../../../domain/analytics/found/found-model.ts";
import { MissingAction } from "./missing-action.tsx";

const figures = new Intl.NumberFormat("en-US");

/** Addresses without a page, each with what can be done about it. */
export function MissingList({ pages }: { pages: readonly MissingPage[] }) {
  return (
    <ul className="missing">
      {pages.map((page) => (
        <li key={page.path}>
          <span className="missing-page">
            <span className="row-title">{page.path}</span>
            {page.referrer ? <span className="row-note">from {page.referrer}</span> : null}
          </span>
          <MissingAction page={page} />
          <span className="missing-hits">
            {figures.format(page.hits)}
            <span className="sr-only"> times</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
