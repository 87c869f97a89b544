import { data, type LoaderFunctionArgs, redirect } from "react-router";
import { pageDataContext } from "../../data.ts";

type Asked = Pick<LoaderFunctionArgs, "context" | "request">;

/** Where the server leads those who ask for an address; null where it leads nowhere, or can't be asked. */
async function ledTo({ url, signal }: Request): Promise<string | null> {
  const answer = await fetch(url, { method: "HEAD", signal }).catch(() => null);
  if (!answer?.redirected) return null;
  const { origin, pathname, search } = new URL(answer.url);
  return origin === new URL(url).origin ? pathname + search : null;
}

/**
 * An address that isn't there. The server has looked for a redirect already; where a link of ours leads to one, it is asked.
 * @throws always, what the router makes a page of
 */
export async function missing({ context, request }: Asked, kind?: "article"): Promise<never> {
  const elsewhere = context.get(pageDataContext).onServer ? null : await ledTo(request);
  throw elsewhere ? redirect(elsewhere) : data(kind ? { kind } : null, { status: 404 });
}

/** Any address that no page claims. */
export const notFoundLoader = (asked: LoaderFunctionArgs): Promise<never> => missing(asked);
