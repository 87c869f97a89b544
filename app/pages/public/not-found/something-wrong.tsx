import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { MessagePage } from "./message-page.tsx";
import { UnlistedTitle } from "./unlisted-title.tsx";

/** In place of a page that failed. */
export function SomethingWrong() {
  return (
    <MessagePage title="Something went wrong">
      <UnlistedTitle title="Something went wrong" />
      <p>The page could not be put together. It is our fault, not yours, and nothing of yours is lost.</p>
      <p className="hero-buttons">
        <button type="button" className="button button-solid needs-script" onClick={() => location.reload()}>
          Try Again
        </button>
        <PageLink className="button" to={routes.home()}>
          Back to Home
        </PageLink>
      </p>
    </MessagePage>
  );
}
