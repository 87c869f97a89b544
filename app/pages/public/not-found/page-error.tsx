import { isRouteErrorResponse, useRouteError } from "react-router";
import { ArticleNotFound } from "./article-not-found.tsx";
import { NotFound } from "./not-found.tsx";
import { SomethingWrong } from "./something-wrong.tsx";

/** Whatever kept a page from being shown. */
export function PageError() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <SomethingWrong />;
  if (error.data?.kind === "article") return <ArticleNotFound />;
  return error.status === 404 ? <NotFound /> : <SomethingWrong />;
}
