import { z } from "zod";
import { component, EXAMPLE, id } from "../schema-fields.ts";

/** Specification, section 3. */
export const likeStats = component(
  "LikeStats",
  z.object({
    totalLikes: z.number().int(),
    isLikedByCurrentUser: z.boolean().describe("Whether the reader session likes it"),
  }),
  { totalLikes: 89, isLikedByCurrentUser: true },
);
export type LikeStats = z.infer<typeof likeStats>;

export const articleLike = component(
  "Like",
  z.object({
    id,
    article_id: id.meta({ description: "The article’s id" }),
    session_id: z.string(),
    user_id: z.null().meta({ type: "null", description: "Always null: a like belongs to a session" }),
    is_liked: z.boolean(),
    created_at: z.string().meta({ format: "date-time" }),
  }),
  {
    id: EXAMPLE.id,
    article_id: EXAMPLE.id,
    session_id: EXAMPLE.session,
    user_id: null,
    is_liked: true,
    created_at: EXAMPLE.date,
  },
);
export type ArticleLike = z.infer<typeof articleLike>;
