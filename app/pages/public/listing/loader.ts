import type { LoaderFunctionArgs } from "react-router";
import { load } from "../../data.ts";
import { categoriesQuery, listingFromUrl, listingQuery } from "./queries.ts";

/** Articles and categories side by side. Failures are the page's to show; failed categories silently yield none. */
export async function listingLoader({ context, request }: LoaderFunctionArgs) {
  const state = listingFromUrl(new URL(request.url).searchParams);
  await load(context, ({ api, queryClient }) => [
    queryClient.query(listingQuery(api, state)),
    queryClient.query(categoriesQuery(api)),
  ]);
  return null;
}
