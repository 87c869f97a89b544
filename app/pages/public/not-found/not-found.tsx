import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { MessagePage } from "./message-page.tsx";
import { UnlistedTitle } from "./unlisted-title.tsx";

/** In place of a page that isn't there. */
export function NotFound() {
  return (
    <MessagePage title="Oops! Page not found" sign="404">
      <UnlistedTitle title="Page not found" />
      <p>Nothing lives at this address. It may have moved, or the link has a slip in it.</p>
      <p className="hero-buttons">
        <PageLink className="button button-solid" to={routes.home()}>
          Back to Home
        </PageLink>
        <PageLink className="button" to={routes.listing()}>
          All Articles
        </PageLink>
      </p>
    </MessagePage>
  );
}
