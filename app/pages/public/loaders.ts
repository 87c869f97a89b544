import { data, type LoaderFunctionArgs, redirect } from "react-router";
import type { ShippedPage } from "../../domain/posts/pages/page-rules.ts";
import { ApiError } from "../../http/api/client.ts";
import { routes } from "../../routes.ts";
import { load, type PageData, pageDataContext, siteQuery } from "../data.ts";
import {
  aboutQuery,
  authorQuery,
  categoriesQuery,
  commentsQuery,
  featuredQuery,
  homeQuery,
  listingFromUrl,
  listingQuery,
  movedListing,
  pageFromUrl,
  postQuery,
  privacyQuery,
  redirectQuery,
  storedKeysQuery,
} from "./queries.ts";

export async function layoutLoader({ context }: LoaderFunctionArgs) {
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(siteQuery(api))]);
  if (failure) throw failure;
  return null;
}

/** If the stories fail to load, the page says so in their place. */
export async function homeLoader({ context }: LoaderFunctionArgs) {
  await load(context, ({ api, queryClient }) => [queryClient.query(homeQuery(api)), queryClient.query(featuredQuery(api))]);
  return null;
}

/** Loads the owner's own text if there is one. @param otherwise what the page needs without it */
const shippedPageLoader =
  (page: ShippedPage, otherwise?: (data: PageData) => Promise<unknown>) =>
  async ({ context }: LoaderFunctionArgs) => {
    const find = async (data: PageData): Promise<unknown> => {
      const { own_pages } = await data.queryClient.query(siteQuery(data.api));
      if (!own_pages.includes(page)) return otherwise?.(data);
      return data.queryClient.query(postQuery(data.api, page)).catch((error: unknown) => {
        // It was deleted since the settings were read.
        if (error instanceof ApiError && error.status === 404) return otherwise?.(data);
        throw error;
      });
    };
    const [failure] = await load(context, (data) => [find(data)]);
    if (failure) throw failure;
    return null;
  };

export const aboutLoader = shippedPageLoader("about", ({ api, queryClient }) => queryClient.query(aboutQuery(api)));

/** The owner may want the text made from what is switched on. */
export async function privacyLoader(args: LoaderFunctionArgs) {
  const [failure] = await load(args.context, ({ api, queryClient }) => [
    queryClient.query(siteQuery(api)).then(({ livePrivacy }) => (livePrivacy ? queryClient.query(privacyQuery(api)) : undefined)),
  ]);
  if (failure) throw failure;
  return ownWordsLoader(args);
}
const ownWordsLoader = shippedPageLoader("privacy");

export async function storedKeysLoader({ context }: LoaderFunctionArgs) {
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(storedKeysQuery(api))]);
  if (failure) throw failure;
  return null;
}

/** Without a newsletter, the owner may have a page of their own at its path. */
export async function newsletterLoader(args: LoaderFunctionArgs) {
  const { api, queryClient } = args.context.get(pageDataContext);
  const { newsletter } = await queryClient.query(siteQuery(api));
  return newsletter ? null : ownPageLoader({ ...args, params: { slug: routes.newsletter().slice(1) } });
}

export const termsLoader = shippedPageLoader("terms");

/** Former slugs redirect to the current ones. The page reports a failed list of articles; without categories it shows none. */
export async function listingLoader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const state = listingFromUrl(searchParams);
  await load(context, ({ api, queryClient }) => [
    queryClient.query(listingQuery(api, state)),
    queryClient.query(categoriesQuery(api)),
  ]);
  const { api, queryClient } = context.get(pageDataContext);
  const found = queryClient.getQueryData(listingQuery(api, state).queryKey);
  // A page without results offers other articles.
  if (found?.total === 0 && !found.moved_to) await load(context, () => [queryClient.query(homeQuery(api))]);
  const moved_to = found?.moved_to;
  if (!moved_to) return null;
  // A browser that asks for a former slug has an old list of categories.
  await queryClient.invalidateQueries({ queryKey: categoriesQuery(api).queryKey, refetchType: "none" });
  throw redirect(movedListing(searchParams, moved_to), 301);
}

/**
 * The server has already looked for a redirect; for a link that was followed in the browser, it is asked now.
 * @throws always: a redirect, or a 404 that the router shows as a page
 */
async function missing({ context, request }: Pick<LoaderFunctionArgs, "context" | "request">, kind?: "article"): Promise<never> {
  const { onServer, queryClient } = context.get(pageDataContext);
  const target = onServer ? null : await queryClient.query(redirectQuery(request.url));
  // The page of what is missing offers other articles.
  if (!target && !kind) await load(context, ({ api, queryClient }) => [queryClient.query(homeQuery(api))]);
  throw target ? redirect(target) : data(kind ? { kind } : null, { status: 404 });
}

export const notFoundLoader = (args: LoaderFunctionArgs): Promise<never> => missing(args);

/** Ids and former slugs redirect to the current one; a missing article is a real 404. */
export async function storyLoader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(postQuery(api, slug))]);
  if (failure) {
    const status = (failure as { status?: number }).status;
    // A malformed identifier counts as missing. Other failures look the same to readers, but are temporary.
    if (status === 404 || status === 400) await missing({ context, request }, "article");
    throw data({ kind: "article" }, { status: 503 });
  }
  const { api, queryClient, onServer } = context.get(pageDataContext);
  const post = queryClient.getQueryData(postQuery(api, slug).queryKey);
  if (post?.kind === "page") throw redirect(routes.page(post.slug), 301);
  if (post && post.slug !== slug) throw redirect(routes.story(post.slug), 301);
  // Browsers load the comments with the article. Without a script, the server has to include them.
  if (post && onServer) await load(context, () => [queryClient.query(commentsQuery(api, slug))]);
  return null;
}

/** A former slug redirects to the current one. Without articles, there is no page. */
export async function authorLoader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const page = pageFromUrl(new URL(request.url).searchParams);
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(authorQuery(api, slug, page))]);
  const status = (failure as { status?: number } | undefined)?.status;
  if (status === 404 || status === 400) await missing({ context, request });
  if (failure) throw failure;
  const { api, queryClient } = context.get(pageDataContext);
  const found = queryClient.getQueryData(authorQuery(api, slug, page).queryKey);
  if (found && found.author.slug !== slug) throw redirect(routes.author(found.author.slug, page), 301);
  return null;
}

/** A former slug redirects to the current one; an article has no page at the root. */
export async function ownPageLoader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const [failure] = await load(context, ({ api, queryClient }) => [queryClient.query(postQuery(api, slug))]);
  const status = (failure as { status?: number } | undefined)?.status;
  if (status === 404 || status === 400) await missing({ context, request });
  if (failure) throw failure;
  const { api, queryClient } = context.get(pageDataContext);
  const page = queryClient.getQueryData(postQuery(api, slug).queryKey);
  if (page && page.kind !== "page") await missing({ context, request });
  if (page && page.slug !== slug) throw redirect(routes.page(page.slug), 301);
  return null;
}
