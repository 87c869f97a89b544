import { z } from "zod";
import { component, count, EXAMPLE, exampleOf, id } from "../../schema-fields.ts";
import { FEATURED_ORDER_MAX } from "./featured-rules.ts";

const postIds = z
  .array(z.guid("must be the id of a featured article").toLowerCase(), "Order must be a list of ids")
  .max(FEATURED_ORDER_MAX, `At most ${FEATURED_ORDER_MAX} posts can be put in order`)
  .superRefine((ids, { addIssue }) => {
    for (const [n, id] of ids.entries())
      if (ids.indexOf(id) !== n) addIssue({ code: "custom", path: [n], message: "must not be in the list twice" });
  });

export const featuredOrderSave = z.strictObject({
  post_ids: postIds.meta({
    description: "The ids of featured articles, the first one first; empty for newest first. Others follow, newest first.",
  }),
  version: z.int("Version must be the number that the order was read with").min(1),
});
export type FeaturedOrderSave = z.infer<typeof featuredOrderSave>;

const featuredPost = component(
  "FeaturedPost",
  z.object({
    id,
    title: z.string(),
    slug: z.string(),
    published_at: z.string().meta({ format: "date-time" }),
  }),
  { id: EXAMPLE.id, title: "Mood Tracking Guide", slug: "mood-tracking-guide", published_at: EXAMPLE.date },
);

export const featuredOrderState = component(
  "FeaturedOrder",
  z.object({
    posts: z.array(featuredPost).meta({ description: `The first ${FEATURED_ORDER_MAX} featured articles in the order in force` }),
    total: count.meta({ description: "All featured articles" }),
    is_own: z.boolean().meta({ description: "Whether an admin has chosen the order; otherwise it is newest first" }),
    version: z.int().meta({ description: "Grows with each save; a save sends the version that it started from" }),
    updated_at: z.string().meta({ format: "date-time" }),
  }),
  { posts: [exampleOf(featuredPost)], total: 1, is_own: true, version: 2, updated_at: EXAMPLE.date },
);
export type FeaturedOrderState = z.infer<typeof featuredOrderState>;

export const archivedOrder = z.object({ post_ids: postIds });
