import type { LoaderFunctionArgs } from "react-router";
import { load } from "../../data.ts";
import { aboutQuery } from "./queries.ts";

/** About is what the owner has written; without it there is no page. */
export async function aboutLoader({ context }: LoaderFunctionArgs) {
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(aboutQuery(api))]);
  if (failure) throw failure;
  return null;
}
