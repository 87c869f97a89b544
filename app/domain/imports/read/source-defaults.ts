import type { ImportedPost, Source } from "../items.ts";

export const POST_DEFAULTS = {
  excerpt: "",
  format: "html",
  featured: false,
  category: null,
  tags: [],
  first_published_at: null,
  paths: [],
  oldSlugs: [],
  featuredImage: null,
  featuredPicture: null,
  featuredAlt: "",
  comments: [],
} satisfies Partial<ImportedPost>;

export const SOURCE_DEFAULTS = {
  folders: [],
  categories: [],
  tags: [],
  redirects: [],
  media: [],
  settings: null,
  close: () => {},
} satisfies Partial<Source>;
