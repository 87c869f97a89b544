// Needed by public pages, so without zod.

export const POST_STATUSES = ["draft", "published", "archived"] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
/** `page`: an own page of the site, such as an imprint, which no list or feed contains. */
export const POST_KINDS = ["post", "page"] as const;
export type PostKind = (typeof POST_KINDS)[number];
export const CONTENT_FORMATS = ["html", "markdown"] as const;
export type ContentFormat = (typeof CONTENT_FORMATS)[number];

/** Specification, section 9. */
export const LISTING_PAGE_SIZE = 6;
export const FEATURED_LIMIT = 4;
export const MAX_PAGE_SIZE = 50;
export const MAX_PAGE = 100_000;
export const WORDS_PER_MINUTE = 200;
/** For a post without content (specification, section 9). */
export const DEFAULT_READ_TIME = 5;
export const CONTENTS_MIN_HEADINGS = 3;

export const POST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const POST_SLUG = /^[a-z0-9-]{1,254}$/;

type Version = { language: string; slug: string };

/** The versions of an article as search engines read them. `x-default`: the one in the site's language, or else the first by language. */
export function alternatesOf(versions: readonly Version[], siteLanguage: string): { hreflang: string; slug: string }[] {
  const ordered = [...versions].sort((a, b) => (a.language < b.language ? -1 : 1));
  const main = ordered.find(({ language }) => language === siteLanguage) ?? ordered[0];
  return [
    ...ordered.map(({ language, slug }) => ({ hreflang: language, slug })),
    ...(main ? [{ hreflang: "x-default", slug: main.slug }] : []),
  ];
}

const compact = (n: number, unit: number, suffix: string) =>
  `${(Math.floor((n / unit) * 10) / 10).toFixed(1).replace(/\.0$/, "")}${suffix}`;

/** `999`, `1.2K`, `3.4M`; never rounded up. */
export function compactCount(n: number, locale = "en-US"): string {
  if (locale !== "en-US") return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(n);
  if (n >= 1_000_000) return compact(n, 1_000_000, "M");
  if (n >= 1000) return compact(n, 1000, "K");
  return String(n);
}

/** Over 999 `1.2k`, always one decimal (specification, section 2). */
export function listingLikes(n: number, locale = "en-US"): string {
  if (locale !== "en-US") return compactCount(n, locale);
  return n > 999 ? `${(Math.floor(n / 100) / 10).toFixed(1)}k` : String(n);
}
