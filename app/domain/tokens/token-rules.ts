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
