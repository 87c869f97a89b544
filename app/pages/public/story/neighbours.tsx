import type { PostLink } from "../../../domain/posts/model.ts";
import { routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";
import { PageLink } from "../navigation/page-link.tsx";

/** The older and the newer article. */
export function Neighbours({ previous, next }: { previous: PostLink | null; next: PostLink | null }) {
  if (!previous && !next) return null;
  return (
    <nav className="page-width neighbours" aria-label="More articles">
      {previous ? (
        <PageLink to={routes.story(previous.slug)} rel="prev">
          <span>
            <Icon name="arrow-left" />
            Previous
          </span>
          <strong>{previous.title}</strong>
        </PageLink>
      ) : null}
      {next ? (
        <PageLink className="neighbour-next" to={routes.story(next.slug)} rel="next">
          <span>
            Next
            <Icon name="arrow-right" />
          </span>
          <strong>{next.title}</strong>
        </PageLink>
      ) : null}
    </nav>
  );
}
