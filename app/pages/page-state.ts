import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * The name of the <meta> that lists what is loaded after the first paint: the fonts' style sheet and files, then the entry
 * script and its imports.
 */
export const LATER = "later";

/** The id of the <link> to the texts of the page's language, unless that is English. */
export const WORDS_ID = "words";

/** The id of the element with the page's data. */
export const STATE_ID = "page-state";

/** The public part of an error. */
type ShippedError = { status: number; code: string; message: string };
/** The data of a query, or its error. It contains no times, so that the same page has the same bytes. */
export type ShippedQuery = [key: QueryKey, data: unknown, error?: ShippedError];
export type ShippedState = {
  queries: ShippedQuery[];
  router: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null };
};

/** Replaces an article's text in the state. The page contains the text already, so it isn't sent twice. */
const SHOWN = { shown: "prose" } as const;
type WithText = { content_html: unknown };

const hasText = (data: unknown): data is WithText => typeof data === "object" && data !== null && "content_html" in data;

/** Whether the first element with the class contains this text and nothing else, with any attributes. */
function isShown(text: string, html: string): boolean {
  const at = html.indexOf(`<div class="${SHOWN.shown}`);
  return at >= 0 && html.startsWith(`${text}</div>`, html.indexOf(">", at) + 1);
}

/** The data of a query without the text that the page `html` shows. */
export const withoutText = (data: unknown, html: string): unknown =>
  hasText(data) && typeof data.content_html === "string" && isShown(data.content_html, html)
    ? { ...data, content_html: SHOWN }
    : data;

/** The data with the article's text, which the server left out because it is in the page. */
const withText = (data: unknown): unknown =>
  hasText(data) && typeof data.content_html === "object"
    ? { ...data, content_html: document.querySelector(`.${SHOWN.shown}`)?.innerHTML }
    : data;

/** Fills the browser's cache with the server's answers, errors included, so that both render the same page. */
export function fillCache(queryClient: QueryClient, queries: ShippedQuery[]): void {
  for (const [queryKey, data, error] of queries) {
    if (!error) {
      queryClient.setQueryData(queryKey, withText(data));
      continue;
    }
    const query = queryClient.getQueryCache().build(queryClient, { queryKey });
    query.setState({
      status: "error",
      error: Object.assign(new Error(error.message), error),
      errorUpdateCount: 1,
      fetchStatus: "idle",
    });
  }
}
