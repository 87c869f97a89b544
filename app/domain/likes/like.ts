import { z } from "zod";

export const LIKE_STATS_MAX = 100;

/** How often an article is liked (specification, section 3). */
export const likeStats = z.object({
  totalLikes: z.number().int(),
  isLikedByCurrentUser: z.boolean().describe("Whether the reader session likes it"),
});
export type LikeStats = z.infer<typeof likeStats>;

export const articleLike = z.object({
  id: z.string(),
  article_id: z.string(),
  session_id: z.string(),
  user_id: z.null().meta({ type: "null", description: "Always null: a like belongs to a session" }),
  is_liked: z.boolean(),
  created_at: z.string().meta({ format: "date-time" }),
});
export type ArticleLike = z.infer<typeof articleLike>;
