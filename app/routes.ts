/** Every address of the product, in one place and typed. Importable from everywhere; knows nothing of anybody. */

/** The listing's query: only what is set appears, in a fixed order, so that one page has one address. */
export type ListingQuery = { search?: string; category?: string; tag?: string; page?: number };

const query = (entries: [string, string | number | undefined][]): string => {
  const params = new URLSearchParams();
  for (const [name, value] of entries) if (value !== undefined && value !== "") params.set(name, String(value));
  const text = params.toString();
  return text ? `?${text}` : "";
};

export const routes = {
  home: () => "/",
  story: (slugOrId: string) => `/story/${encodeURIComponent(slugOrId)}`,
  /** The same as Markdown, where the owner offers it. */
  storyMarkdown: (slug: string) => `/story/${encodeURIComponent(slug)}.md`,
  listing: (q: ListingQuery = {}) =>
    `/view-all${query([
      ["category", q.category],
      ["page", q.page && q.page > 1 ? q.page : undefined],
      ["search", q.search],
      ["tag", q.tag],
    ])}`,
  categories: () => "/categories",
  about: () => "/about",
  privacy: () => "/privacy",
  terms: () => "/terms",
  /** `next`: the page of this site to come back to. */
  login: (next?: string) => `/login${query([["next", next]])}`,
  register: (next?: string) => `/register${query([["next", next]])}`,
  forgotPassword: () => "/forgot-password",
  resetPassword: () => "/reset-password",
  confirm: () => "/confirm",
  account: () => "/account",
  /** Ends a kind of mails by the link that each of them carries. */
  unsubscribe: (token: string) => `/unsubscribe${query([["token", token]])}`,
  admin: () => "/admin",
  adminLogin: (next?: string) => `/admin/login${query([["next", next]])}`,
  adminDashboard: () => "/admin/dashboard",
  adminSettings: () => "/admin/settings",
  adminCreatePost: () => "/admin/posts/create",
  feeds: {
    rss: "/feed.xml",
    atom: "/atom.xml",
    json: "/feed.json",
    /** Feeds of one category or tag: `/category/wellness/feed.xml`. */
    of: (kind: "category" | "tag", slug: string, file: "feed.xml" | "atom.xml" | "feed.json") =>
      `/${kind}/${encodeURIComponent(slug)}/${file}`,
  },
  sitemap: () => "/sitemap.xml",
  robots: () => "/robots.txt",
  securityTxt: () => "/.well-known/security.txt",
  llms: () => "/llms.txt",
  manifest: () => "/manifest.webmanifest",
  /** The social image of an article; `version` changes with what it shows. */
  socialImage: (slug: string, version: string) => `/social/${encodeURIComponent(slug)}.png?v=${version}`,
  siteSocialImage: () => "/social.png",
  /** The stylesheet with each category's hue; `version` changes with the colours. */
  categoryColors: (version: string) => `/category-colors.css?v=${version}`,
  /** Counts a visit of who reads without JavaScript. */
  pixel: () => "/api/visits/pixel.gif",
  apiDocs: () => "/api/docs",
  openApi: () => "/api/openapi.json",
} as const;

/** No address of ours is longer, in characters. */
const NEXT_MAX = 2000;

/** What browsers leave out of an address, or take for a slash. */
const MISREAD = /[\p{Cc}\\]/u;

/**
 * Where to go on to, as a path of this site: `next` and `redirect_to` come from addresses that anybody can make up.
 * @param site the site's own address
 * @returns undefined when it leads anywhere else, or may be misread
 */
export function pathOfSite(next: string | null | undefined, site: string): string | undefined {
  const asked = next && next.length <= NEXT_MAX && !MISREAD.test(next) ? URL.parse(next, site) : null;
  // Two slashes would name another host, and what follows `blob:` is no path.
  if (!asked || asked.origin !== URL.parse(site)?.origin || !/^\/(?!\/)/.test(asked.pathname)) return undefined;
  return asked.pathname + asked.search + asked.hash;
}
