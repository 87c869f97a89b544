import { type LoaderFunctionArgs, redirect } from "react-router";
import { load, pageDataContext } from "../../data.ts";
import { categoriesQuery, listingFromUrl, listingQuery, movedListing } from "./queries.ts";

/**
 * Articles and categories side by side; old slugs of a category or tag lead to the current address. Failures are the page's to
 * show; failed categories silently yield none.
 */
export async function listingLoader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const state = listingFromUrl(searchParams);
  await load(context, ({ api, queryClient }) => [
    queryClient.query(listingQuery(api, state)),
    queryClient.query(categoriesQuery(api)),
  ]);
  const { api, queryClient } = context.get(pageDataContext);
  const moved_to = queryClient.getQueryData(listingQuery(api, state).queryKey)?.moved_to;
  if (!moved_to) return null;
  // A browser that asks by an old slug knows the categories as they were.
  await queryClient.invalidateQueries({ queryKey: categoriesQuery(api).queryKey, refetchType: "none" });
  throw redirect(movedListing(searchParams, moved_to), 301);
}
