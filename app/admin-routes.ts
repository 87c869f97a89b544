/** The addresses of the back office; apart, so that readers' pages don't carry them. What lists filter by stands in the query. */
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
  /** `month`: 2026-01, the present one unless given */
  calendar: (month?: string) => `/admin/calendar${month ? `?month=${month}` : ""}`,
  categories: () => "/admin/categories",
  tags: () => "/admin/tags",
  /** `kind`: things of one kind alone. */
  trash: (kind?: "post" | "comment" | "category") => `/admin/trash${kind ? `?kind=${kind}` : ""}`,
  media: () => "/admin/media",
  users: () => "/admin/users",
  comments: () => "/admin/comments",
  settings: () => "/admin/settings",
  /** the one technical document that is no file: what the installation stands on */
  system: () => "/admin/technical-docs/system",
  technicalDocs: (document?: string) => `/admin/technical-docs${document ? `/${encodeURIComponent(document)}` : ""}`,
  importExport: () => "/admin/import",
  outbox: () => "/admin/outbox",
  audit: () => "/admin/audit",
} as const;
