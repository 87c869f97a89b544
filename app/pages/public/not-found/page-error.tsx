import { isRouteErrorResponse, useRouteError } from "react-router";
import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";
import { ArticleNotFound } from "./article-not-found.tsx";
import { MessagePage } from "./message-page.tsx";
import { NotFound } from "./not-found.tsx";
import { UnlistedTitle } from "./unlisted-title.tsx";

/** In place of a page that failed. */
function SomethingWrong() {
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

/** Whatever kept a page from being shown. */
export function PageError() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <SomethingWrong />;
  if (error.data?.kind === "article") return <ArticleNotFound />;
  return error.status === 404 ? <NotFound /> : <SomethingWrong />;
}
