import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The element that carries the page's data from server to browser. */
export const STATE_ID = "page-state";

/** What a reader may know of a failure. */
type ShippedError = { status: number; code: string; message: string };
/** A query's answer, or its failure. Without times, so that the same page is the same bytes. */
export type ShippedQuery = [key: QueryKey, data: unknown, error?: ShippedError];
export type ShippedState = {
  queries: ShippedQuery[];
  router: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null };
};

/** Stands in the state for an article's text, which the page holds already: nothing is sent twice. */
const SHOWN = { shown: "prose" } as const;
type WithText = { content_html: unknown };

const hasText = (data: unknown): data is WithText => typeof data === "object" && data !== null && "content_html" in data;

/** An answer without the text that the page `html` shows. */
export const withoutShown = (data: unknown, html: string): unknown =>
  hasText(data) &&
  typeof data.content_html === "string" &&
  html.includes(`<div class="${SHOWN.shown}">${data.content_html}</div>`)
    ? { ...data, content_html: SHOWN }
    : data;

/** The answer in full again. */
const withShown = (data: unknown): unknown =>
  hasText(data) && typeof data.content_html === "object"
    ? { ...data, content_html: document.querySelector(`.${SHOWN.shown}`)?.innerHTML ?? "" }
    : data;

/** Puts what the server found into the browser's cache, failures included, so that both render the same. */
export function fillCache(queryClient: QueryClient, queries: ShippedQuery[]): void {
  for (const [queryKey, data, error] of queries) {
    if (!error) {
      queryClient.setQueryData(queryKey, withShown(data));
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
