import { routes } from "../../../routes.ts";

// Rules for own pages that public pages and the back office need, without zod.

/** Pages that come with the product. An own page with one of these slugs replaces the text of About and Terms, and is added to Privacy. */
export const SHIPPED_PAGES = ["about", "privacy", "terms"] as const;
export type ShippedPage = (typeof SHIPPED_PAGES)[number];

type AnyRoute = string | ((...values: string[]) => string) | { [name: string]: AnyRoute };

/** The first segments of the paths of routes. The value only matters to feeds, which are those of a category. */
const segmentsOf = (route: AnyRoute): string[] => {
  if (typeof route === "object") return Object.values(route).flatMap(segmentsOf);
  const path = typeof route === "string" ? route : route("category");
  return [path.split(/[/?]/)[1] ?? ""];
};

const { page: _, ...others } = routes as unknown as Record<string, AnyRoute>;

/** First segments of the paths of pages and files, of what only the server knows, and of what proxies and crawlers ask for. */
const RESERVED = new Set([
  ...Object.values(others).flatMap(segmentsOf),
  ..."404 assets auth author brand category feed feeds fonts healthz home index logout media metrics page pages preview".split(
    " ",
  ),
  ..."readyz rss sitemap social tag tags".split(" "),
]);
for (const slug of SHIPPED_PAGES) RESERVED.delete(slug);

/** Whether an own page can't have this slug, because the address belongs to the product. */
export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);
