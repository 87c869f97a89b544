import { pathWithin } from "./base-path.ts";

/** Every path of the site in one place, from its own root. Everything may import this file. */

/** The listing's query. Only what is set appears, in a fixed order, so that each page has one path. */
export type ListingQuery = {
  search?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** only articles written in it */
  language?: string | undefined;
  page?: number;
  /** of a search; by rank unless given */
  sort?: "newest" | undefined;
  /** without correcting mistyped words */
  exact?: true | undefined;
};

const query = (entries: [string, string | number | undefined][]): string => {
  const params = new URLSearchParams();
  for (const [name, value] of entries) if (value !== undefined && value !== "") params.set(name, String(value));
  const text = params.toString();
  return text ? `?${text}` : "";
};

export const routes = {
  home: () => "/",
  story: (slugOrId: string) => `/story/${encodeURIComponent(slugOrId)}`,
  /** The article as Markdown, if the owner offers it. */
  storyMarkdown: (slug: string) => `/story/${encodeURIComponent(slug)}.md`,
  /** An own page of the site, such as an imprint. */
  page: (slug: string) => `/${encodeURIComponent(slug)}`,
  listing: (q: ListingQuery = {}) =>
    `/view-all${query([
      ["category", q.category],
      ["exact", q.search && q.exact ? "true" : undefined],
      ["language", q.language],
      ["page", q.page && q.page > 1 ? q.page : undefined],
      ["search", q.search],
      ["sort", q.search ? q.sort : undefined],
      ["tag", q.tag],
    ])}`,
  /** An author with their articles. */
  author: (slug: string, page = 1) => `/author/${encodeURIComponent(slug)}${query([["page", page > 1 ? page : undefined]])}`,
  categories: () => "/categories",
  about: () => "/about",
  privacy: () => "/privacy",
  /** Every cookie and key that the site may keep in a browser. */
  storedKeys: () => "/privacy/storage",
  terms: () => "/terms",
  /** `next`: the page of this site to return to. */
  login: (next?: string) => `/login${query([["next", next]])}`,
  register: (next?: string) => `/register${query([["next", next]])}`,
  forgotPassword: () => "/forgot-password",
  resetPassword: () => "/reset-password",
  /** Takes the token of a mail's link, or else its code. @param type what the mail was for */
  confirm: (type?: string) => `/confirm${query([["type", type]])}`,
  account: () => "/account",
  /** The link at the end of a mail that stops mails of its kind. */
  unsubscribe: (token: string) => `/unsubscribe${query([["token", token]])}`,
  /** Answers the form of those who comment without an account; with a query, it is the form. */
  guestComment: (post?: string, replyTo?: string) =>
    `/guest/comment${query([
      ["post", post],
      ["reply_to", replyTo],
    ])}`,
  /** The link that confirms such a comment. */
  confirmComment: (token: string) => `/guest/confirm${query([["token", token]])}`,
  /** Where a guest follows the comments on an article. */
  followAsGuest: (post?: string) => `/guest/follow${query([["post", post]])}`,
  /** A guest's own comments. */
  guest: () => "/guest",
  /** Erases a guest: asks for the address, or takes the token of the mailed link. */
  eraseGuest: (token?: string) => `/guest/erase${query([["token", token]])}`,
  newsletter: () => "/newsletter",
  /** The link that confirms a subscription. */
  confirmSubscription: (token: string) => `/newsletter/confirm${query([["token", token]])}`,
  newsletterChoices: (token: string) => `/newsletter/choices${query([["token", token]])}`,
  /** @param issue the id of the issue that has the link */
  leaveNewsletter: (token: string, issue?: string) =>
    `/newsletter/unsubscribe${query([
      ["token", token],
      ["issue", issue],
    ])}`,
  /** The page that sets up a new installation. `npm start` prints its link. */
  setup: (token: string) => `/setup${query([["token", token]])}`,
  /** The page that begins with a backup instead. */
  restore: (token: string) => `/setup/restore${query([["token", token]])}`,
  restoreState: (token: string) => `/setup/restore/state${query([["token", token]])}`,
  restoreFile: (token: string) => `/setup/restore/file${query([["token", token]])}`,
  admin: () => "/admin",
  adminLogin: (next?: string) => `/admin/login${query([["next", next]])}`,
  adminDashboard: () => "/admin/dashboard",
  adminSettings: () => "/admin/settings",
  adminAuthor: () => "/admin/author",
  adminCreatePost: () => "/admin/posts/create",
  feeds: {
    rss: "/feed.xml",
    atom: "/atom.xml",
    json: "/feed.json",
    /** Only articles written in `language`. */
    inLanguage: (language: string, file: "feed.xml" | "atom.xml" | "feed.json" = "feed.xml") =>
      `/${file}${query([["language", language]])}`,
    /** Feeds of one category, tag or author: `/category/wellness/feed.xml`. */
    of: (kind: "category" | "tag" | "author", slug: string, file: "feed.xml" | "atom.xml" | "feed.json") =>
      `/${kind}/${encodeURIComponent(slug)}/${file}`,
  },
  sitemap: () => "/sitemap.xml",
  robots: () => "/robots.txt",
  securityTxt: () => "/.well-known/security.txt",
  changePassword: () => "/.well-known/change-password",
  llms: () => "/llms.txt",
  manifest: () => "/manifest.webmanifest",
  /** The social image of an article; `version` changes with what it shows. */
  socialImage: (slug: string, version: string) => `/social/${encodeURIComponent(slug)}.png?v=${version}`,
  siteSocialImage: () => "/social.png",
  /** A page in a look, or with texts or words that aren't saved, for admins. @param part what isn't saved @param value it, as JSON */
  lookPreview: (page: string, theme: "light" | "dark", part: "look" | "content" | "navigation" | "words", value: string) =>
    `/look-preview${query([
      ["page", page],
      ["theme", theme],
      [part, value],
    ])}`,
  /** The stylesheet with each category's hue and the look; `version` changes with them. */
  categoryColors: (version: string) => `/category-colors.css?v=${version}`,
  /** What of the look only Home needs. */
  homeStyles: (version: string) => `/category-colors.css?v=${version}&part=home`,
  /** The site's language with the words that its owner has changed; `version` changes with them. */
  ownWords: (version: string) => `/words.json?v=${version}`,
  /** Counts the visits of readers without JavaScript. */
  pixel: () => "/api/visits/pixel.gif",
  /** @param part the part's slug; without one, the overview */
  apiDocs: (part?: string) => `/api/docs${part ? `/${part}` : ""}`,
  openApi: () => "/api/openapi.json",
} as const;

/** No URL of the site is longer, in characters. */
const NEXT_MAX = 2000;

/** Characters that browsers remove from a URL or read as a slash. */
const MISREAD = /[\p{Cc}\\]/u;

/**
 * The page to continue to, as a path of this site. `next` and `redirect_to` come from URLs that anybody can make up.
 * @param next a path from the site's own root, or a whole URL
 * @param site the site's own URL
 * @returns undefined if it leads to another site or could be misread
 */
export function pathOfSite(next: string | null | undefined, site: string): string | undefined {
  const asked = next && next.length <= NEXT_MAX && !MISREAD.test(next) ? URL.parse(next, site) : null;
  // Two slashes would name another host, and what follows `blob:` isn't a path.
  if (!asked || asked.origin !== URL.parse(site)?.origin) return undefined;
  const path = URL.canParse(next ?? "") ? pathWithin(asked.pathname) : asked.pathname;
  return path && /^\/(?!\/)/.test(path) ? path + asked.search + asked.hash : undefined;
}
