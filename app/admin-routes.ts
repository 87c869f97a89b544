/** The paths of the back office. Apart from routes.ts, so that readers' pages don't load them. Lists keep their filters in the query. */
export const adminRoutes = {
  dashboard: () => "/admin/dashboard",
  analytics: () => "/admin/analytics",
  traffic: () => "/admin/analytics/traffic",
  redirects: () => "/admin/redirects",
  blogAnalytics: () => "/admin/blog-analytics",
  posts: () => "/admin/posts",
  createPost: () => "/admin/posts/create",
  editPost: (id: string) => `/admin/posts/edit/${encodeURIComponent(id)}`,
  postHistory: (id: string) => `/admin/posts/edit/${encodeURIComponent(id)}/history`,
  /** `month`: 2026-01; the current month unless given */
  calendar: (month?: string) => `/admin/calendar${month ? `?month=${month}` : ""}`,
  /** The site's own pages, such as an imprint. */
  pages: () => "/admin/pages",
  /** `slug`: the page of the product that the new one replaces */
  createPage: (slug?: string) => `/admin/pages/create${slug ? `?slug=${slug}` : ""}`,
  /** The texts of a page of the product. */
  siteText: (page: "home" | "about") => `/admin/pages/${page}`,
  /** A new post or page that was never saved. */
  continuePost: (kind: "post" | "page", id: string) => `/admin/${kind}s/create?continue=${encodeURIComponent(id)}`,
  categories: () => "/admin/categories",
  tags: () => "/admin/tags",
  /** `kind`: shows only this kind. */
  trash: (kind?: "post" | "comment" | "category") => `/admin/trash${kind ? `?kind=${kind}` : ""}`,
  media: () => "/admin/media",
  users: () => "/admin/users",
  tokens: () => "/admin/tokens",
  /** The author page of a user; without an id, the own one. */
  author: (id?: string) => (id === undefined ? "/admin/author" : `/admin/users/${encodeURIComponent(id)}/author`),
  comments: () => "/admin/comments",
  commentBans: () => "/admin/comments/banned",
  newsletter: () => "/admin/newsletter",
  subscribers: () => "/admin/newsletter/subscribers",
  subscriberImport: () => "/admin/newsletter/subscribers/import",
  /** An issue of the newsletter. */
  issue: (id: string) => `/admin/newsletter/issues/${encodeURIComponent(id)}`,
  /** `name`: a setting of this screen, whose field gets the focus */
  newsletterSettings: (name?: string) => `/admin/newsletter/settings${name ? `#setting-${name}` : ""}`,
  /** `name`: a setting of this screen, whose field gets the focus */
  settings: (name?: string) => `/admin/settings${name ? `#setting-${name}` : ""}`,
  settingsPlace: (place: "reading" | "discussion" | "accounts" | "email" | "privacy" | "demo") => `/admin/settings/${place}`,
  navigation: () => "/admin/navigation",
  appearance: () => "/admin/appearance",
  /** The texts that readers see, in every language. */
  words: () => "/admin/words",
  /** the only technical document that isn't a file: the state of the system */
  system: () => "/admin/technical-docs/system",
  technicalDocs: (document?: string) => `/admin/technical-docs${document ? `/${encodeURIComponent(document)}` : ""}`,
  importExport: () => "/admin/import",
  backups: () => "/admin/backups",
  outbox: () => "/admin/outbox",
  audit: () => "/admin/audit",
  webhooks: () => "/admin/webhooks",
  /** The deliveries of one of them. */
  webhook: (id: string) => `/admin/webhooks/${encodeURIComponent(id)}`,
} as const;
