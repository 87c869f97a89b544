import { routes } from "../../../routes.ts";

// Needed by public pages and the back office, so without zod.

/** An own page with such a slug replaces the text of About and Terms, and is added to Privacy. */
export const SHIPPED_PAGES = ["about", "privacy", "terms"] as const;
export type ShippedPage = (typeof SHIPPED_PAGES)[number];

type AnyRoute = string | ((...values: string[]) => string) | { [name: string]: AnyRoute };

/** Parameters' values only matter to feeds: those of a category. */
const segmentsOf = (route: AnyRoute): string[] => {
  if (typeof route === "object") return Object.values(route).flatMap(segmentsOf);
  const path = typeof route === "string" ? route : route("category");
  return [path.split(/[/?]/)[1] ?? ""];
};

const { page: _, ...others } = routes as unknown as Record<string, AnyRoute>;

/** Pages and files, what only the server knows, and what proxies and crawlers ask for. */
const RESERVED = new Set([
  ...Object.values(others).flatMap(segmentsOf),
  ..."404 assets auth brand category feed feeds fonts healthz home index logout mcp media metrics page pages preview".split(" "),
  ..."readyz rss sitemap social tag tags".split(" "),
]);
for (const slug of SHIPPED_PAGES) RESERVED.delete(slug);

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);
