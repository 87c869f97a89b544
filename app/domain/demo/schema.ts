import { z } from "zod";
import { CATEGORY_SLUG } from "../categories/category-rules.ts";
import { COMMENT_MAX } from "../comments/comment-rules.ts";
import { POST_SLUG } from "../posts/post-rules.ts";

/** The demo author's file. */
export const seedAuthor = z.strictObject({
  full_name: z.string().min(1).max(200),
  email: z.email(),
  bio: z.string().max(1000),
});

/** The categories' file: a list of these. */
export const seedCategories = z.array(
  z.strictObject({
    slug: z.string().regex(CATEGORY_SLUG),
    name: z.string().min(1).max(100),
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    description: z.string().max(500),
  }),
);

/** The front matter of an article's file. `views` and `likes` are how many of each it is given. */
export const seedPost = z
  .strictObject({
    title: z.string().min(3).max(254),
    slug: z.string().regex(POST_SLUG),
    category: z.string().regex(CATEGORY_SLUG),
    description: z.string().min(10).max(1000),
    excerpt: z.string().max(1000).default(""),
    tags: z.array(z.string().min(1).max(100)).default([]),
    status: z.enum(["draft", "published", "archived"]),
    featured: z.boolean().default(false),
    published_at: z.iso.datetime().nullish(),
    views: z.int().min(0).max(100_000).default(0),
    likes: z.int().min(0).max(10_000).default(0),
  })
  .refine((post) => post.status !== "published" || post.published_at, {
    path: ["published_at"],
    message: "a published article needs its date",
  });

/** Who says it: a reader's id in the file, or the articles' author. */
const speaker = z.string().min(1).max(60);
/** Days since the article was published. */
const days = z.number().min(0).max(365);
const words = z.string().trim().min(1).max(COMMENT_MAX);

const seedReply = z.strictObject({ by: speaker, after: days, text: words });
const seedComment = seedReply.extend({
  status: z.enum(["pending", "approved"]).default("approved"),
  replies: z.array(seedReply).default([]),
});

/** The file of the demo conversation: who talks, and what they say under which article. */
export const seedConversation = z.strictObject({
  readers: z.array(z.strictObject({ id: speaker, full_name: z.string().min(1).max(200), email: z.email() })),
  threads: z.array(z.strictObject({ post: z.string().regex(POST_SLUG), comments: z.array(seedComment) })),
});

export type SeedConversation = z.infer<typeof seedConversation>;
export type SeedReply = z.infer<typeof seedReply>;

export type SeedAuthor = z.infer<typeof seedAuthor>;
export type SeedCategory = z.infer<typeof seedCategories>[number];
export type SeedPost = z.infer<typeof seedPost> & { content: string };
export type Seed = { author: SeedAuthor; categories: SeedCategory[]; posts: SeedPost[]; conversation: SeedConversation };
