import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useApi } from "../../data.ts";
import { SkeletonLines } from "../cards/card.tsx";
import { NotFound } from "../not-found/message-page.tsx";
import { postQuery } from "../queries.ts";
import { PublishedPage } from "./own-page.tsx";

/** A page while it loads. */
function PageSkeleton() {
  return (
    <div className="page-width plain-page" aria-busy="true">
      <title>Loading…</title>
      <p className="sr-only">Loading the page</p>
      <div className="skeleton-h1" aria-hidden="true">
        <SkeletonLines />
      </div>
    </div>
  );
}

/** A page that the owner has written. */
export function Component() {
  const { slug = "" } = useParams();
  const { data: page, isError } = useQuery(postQuery(useApi(), slug));
  if (page?.kind === "page") return <PublishedPage page={page} />;
  return page || isError ? <NotFound /> : <PageSkeleton />;
}
