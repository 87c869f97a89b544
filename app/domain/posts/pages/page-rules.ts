// Rules for own pages that public pages and the back office need, without zod.

/** Pages that come with the product. An own page with one of these slugs replaces the text of About and Terms, and is added to Privacy. */
export const SHIPPED_PAGES = ["about", "privacy", "terms"] as const;
export type ShippedPage = (typeof SHIPPED_PAGES)[number];

/** First segments of the product's own paths, and of those that proxies and crawlers ask for. */
const RESERVED = new Set([
  ..."404 account admin api assets auth author categories category confirm feed feeds forgot-password healthz home index".split(
    " ",
  ),
  ..."login logout media metrics page pages preview readyz register reset-password rss setup sitemap social story tag tags".split(
    " ",
  ),
  ..."unsubscribe view-all".split(" "),
]);

/** Whether an own page can't have this slug, because the address belongs to the product. */
export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);
