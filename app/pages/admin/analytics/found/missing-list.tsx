import { adminRoutes } from "../../../../admin-routes.ts";
import type { MissingPage } from "../../../../domain/analytics/found/found-model.ts";
import { addressOfPath } from "../../../../domain/redirects/model.ts";
import { Link } from "../../../../ui/link/link.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { CHANGED_REDIRECTS, createRedirect } from "../../redirects/queries.ts";

/** The screen of redirects with a new one begun from `path`. */
const beginAt = (path: string) => `${adminRoutes.redirects()}?${new URLSearchParams({ from: addressOfPath(path) })}`;

/** The redirect that lies near, one click away; where none does, the form to say where. */
function MissingAction({ page: { path, nearest } }: { page: MissingPage }) {
  const { mutate, isPending } = useAdminMutation({
    call: createRedirect,
    success: "Redirect added",
    failure: (message) => `Failed to add redirect: ${message}`,
    invalidates: CHANGED_REDIRECTS,
  });
  if (!nearest) {
    return (
      <Link className="small-button" to={beginAt(path)}>
        Redirect to...
        <span className="sr-only">: {path}</span>
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="small-button missing-redirect"
      title={nearest.path}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate({ from_path: addressOfPath(path), to_path: nearest.path })}
    >
      {isPending ? "Redirecting..." : `Redirect to ${nearest.title}`}
      <span className="sr-only">: {path}</span>
    </button>
  );
}

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
