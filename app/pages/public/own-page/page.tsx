import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { useApi } from "../../data.ts";
import { SkeletonLines } from "../cards/card.tsx";
import { NotFound } from "../not-found/message-page.tsx";
import { Missing } from "../not-found/missing.tsx";
import { postQuery } from "../queries.ts";
import { PublishedPage } from "./own-page.tsx";
import { texts } from "./texts.ts";

function PageSkeleton() {
  return (
    <div className="page-width plain-page" aria-busy="true">
      <title>{texts.loading}</title>
      <p className="sr-only">{texts.loadingPage}</p>
      <div className="skeleton-h1" aria-hidden="true">
        <SkeletonLines />
      </div>
    </div>
  );
}

/** The loader reports what is missing or moved, unless the answer takes longer than it waits. */
export function Component() {
  return <OwnPageAt slug={useParams().slug ?? ""} />;
}

export function OwnPageAt({ slug }: { slug: string }) {
  const { data: page, error } = useQuery(postQuery(useApi(), slug));
  if (page?.kind === "page")
    return page.slug === slug ? <PublishedPage page={page} /> : <Navigate to={routes.page(page.slug)} replace />;
  const skeleton = <PageSkeleton />;
  if (!page && !error) return skeleton;
  // The page for what failed, not for what is missing.
  if (error && !(error instanceof ApiError && (error.status === 404 || error.status === 400))) throw error;
  return (
    <Missing skeleton={skeleton}>
      <NotFound />
    </Missing>
  );
}
