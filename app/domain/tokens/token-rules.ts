/** What a token may be for, at most. */
export const SCOPES = [
  "posts:read",
  "posts:write",
  "posts:publish",
  "media:read",
  "media:write",
  "comments:read",
  "comments:moderate",
  "analytics:read",
  "subscribers:read",
  "subscribers:write",
] as const;
export type Scope = (typeof SCOPES)[number];

export const TOKEN_START = "sky_";

/** Characters. */
export const TOKEN_NAME_MAX = 100;
/** Of one user. */
export const TOKENS_MAX = 50;
export const TOKENS_ON_PAGE = 20;
/** What the screen offers for the life of a token, besides a day of one's own and for good. */
export const TOKEN_DAYS = [30, 90, 365] as const;
