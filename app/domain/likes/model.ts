/** How often an article is liked, and whether the asking browser session likes it (specification, section 3). */
export type LikeStats = { totalLikes: number; isLikedByCurrentUser: boolean };

/** A like record: one per article and browser session. */
export type ArticleLike = {
  id: string;
  article_id: string;
  session_id: string;
  /** always null: a like belongs to a session (the specification lists it as unused) */
  user_id: null;
  is_liked: boolean;
  created_at: string;
};

/** A browser session's id: 32 lower-case hex characters. */
export const SESSION_ID = /^[0-9a-f]{32}$/;
/** Like stats are asked for at most this many articles at once. */
export const LIKE_STATS_MAX = 100;

/** What a reader is told (specification, section 8). */
export const LIKE_MESSAGES = {
  notYours: "You can only modify your own likes",
  duplicate: "You have already liked this article",
  denied: "Permission denied: Unable to modify likes",
  failed: "Failed to update like. Please try again.",
} as const;
