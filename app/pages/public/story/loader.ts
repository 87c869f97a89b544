import { data, type LoaderFunctionArgs, redirect } from "react-router";
import { routes } from "../../../routes.ts";
import { load, pageDataContext } from "../../data.ts";
import { commentsQuery } from "../comments/queries.ts";
import { missing } from "../not-found/loader.ts";
import { postQuery } from "./queries.ts";

/** The article; ids and old slugs lead to the current address, a missing one is a real 404. */
export async function storyLoader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(postQuery(api, slug))]);
  if (failure) {
    const status = (failure as { status?: number }).status;
    // A malformed identifier is as missing as an unknown one; a failure reads the same but isn't for good.
    if (status === 404 || status === 400) await missing({ context, request }, "article");
    throw data({ kind: "article" }, { status: 503 });
  }
  const { api, queryClient, onServer } = context.get(pageDataContext);
  const post = queryClient.getQueryData(postQuery(api, slug).queryKey);
  if (post && post.slug !== slug) throw redirect(routes.story(post.slug), 301);
  // Browsers ask for the comments when they show the article; without script they have to stand there already.
  if (post && onServer) await load(context, () => [queryClient.query(commentsQuery(api, slug))]);
  return null;
}
