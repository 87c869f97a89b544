// Needed by public pages and the back office, so without zod.

export const AUTHOR_SLUG = /^[a-z0-9-]{1,100}$/;

export const LINKS_MAX = 6;

/** Characters. */
export const AUTHOR_LIMITS = { slug: 100, label: 40 } as const;

export const AUTHOR_MESSAGES = {
  slugRequired: "Slug is required",
  slugCharacters: "Slug can only contain lowercase letters, numbers, and single hyphens between them",
  slugTaken: "Another author has this slug. Please choose a different one.",
  picture: "Image must be in this site’s media library",
  url: "URL must begin with https:// or http://",
} as const;
