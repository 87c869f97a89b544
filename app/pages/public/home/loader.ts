import type { LoaderFunctionArgs } from "react-router";
import { load } from "../../data.ts";
import { featuredQuery, homeQuery } from "./queries.ts";

/** The home page stands without its stories, so a failure is shown in their place. */
export async function homeLoader({ context }: LoaderFunctionArgs) {
  await load(context, ({ api, queryClient }) => [queryClient.query(homeQuery(api)), queryClient.query(featuredQuery(api))]);
  return null;
}
