import type { LoaderFunctionArgs } from "react-router";
import { load, siteQuery } from "../../data.ts";

/** Header and footer need the public settings. */
export async function layoutLoader({ context }: LoaderFunctionArgs) {
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(siteQuery(api))]);
  if (failure) throw failure;
  return null;
}
