import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { MessagePage } from "./message-page.tsx";
import { UnlistedTitle } from "./unlisted-title.tsx";

/** In place of an article that isn't there. */
export function ArticleNotFound() {
  return (
    <MessagePage title="Article Not Found">
      <UnlistedTitle title="Article Not Found" />
      <p>The article you're looking for doesn't exist or has been moved.</p>
      <PageLink className="button button-solid" to={routes.home()}>
        Back to Home
      </PageLink>
    </MessagePage>
  );
}
