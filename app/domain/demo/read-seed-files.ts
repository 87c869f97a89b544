import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { CATEGORY_SLUG } from "../categories/category-rules.ts";
import { COMMENT_MAX } from "../comments/comment-rules.ts";
import { POST_SLUG } from "../posts/post-rules.ts";

const seedAuthor = z.strictObject({
  full_name: z.string().min(1).max(200),
  email: z.email(),
  bio: z.string().max(1000),
});

const seedCategories = z.array(
  z.strictObject({
    slug: z.string().regex(CATEGORY_SLUG),
    name: z.string().min(1).max(100),
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    description: z.string().max(500),
  }),
);

const seedPost = z
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

const speaker = z.string().min(1).max(60);
const days = z.number().min(0).max(365);
const words = z.string().trim().min(1).max(COMMENT_MAX);

const seedReply = z.strictObject({ by: speaker, after: days, text: words });
const seedComment = seedReply.extend({
  status: z.enum(["pending", "approved"]).default("approved"),
  replies: z.array(seedReply).default([]),
});

const seedConversation = z.strictObject({
  readers: z.array(z.strictObject({ id: speaker, full_name: z.string().min(1).max(200), email: z.email() })),
  threads: z.array(z.strictObject({ post: z.string().regex(POST_SLUG), comments: z.array(seedComment) })),
});

export type SeedConversation = z.infer<typeof seedConversation>;
export type SeedReply = z.infer<typeof seedReply>;

export type SeedAuthor = z.infer<typeof seedAuthor>;
export type SeedCategory = z.infer<typeof seedCategories>[number];
type SeedPost = z.infer<typeof seedPost> & { content: string };
export type Seed = { author: SeedAuthor; categories: SeedCategory[]; posts: SeedPost[]; conversation: SeedConversation };

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/;

const wrong = (file: string, key: string, problem: string, cause?: unknown) =>
  new Error(`Demo content: ${file}: ${key ? `${key}: ` : ""}${problem}`, { cause });

function read<Schema extends z.ZodType>(schema: Schema, file: string, yaml: string): z.infer<Schema> {
  let value: unknown;
  try {
    value = parse(yaml);
  } catch (cause) {
    throw wrong(file, "", `is no YAML: ${cause instanceof Error ? cause.message : cause}`, cause);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw wrong(file, issue?.path.join(".") ?? "", issue?.message ?? "is not as it should be");
}

async function readPost(dir: string, name: string): Promise<SeedPost> {
  const file = `posts/${name}`;
  const match = FRONT_MATTER.exec(await readFile(join(dir, "posts", name), "utf8"));
  if (!match) throw wrong(file, "", "has no front matter between two lines of ---");
  return { ...read(seedPost, file, match[1] ?? ""), content: (match[2] ?? "").trim() };
}

function checkConversation({ readers, threads }: SeedConversation, slugs: Set<string>): void {
  const known = new Set(["author", ...readers.map(({ id }) => id)]);
  for (const { post, comments } of threads) {
    if (!slugs.has(post)) throw wrong("comments.yaml", "post", `there is no article “${post}”`);
    for (const { by } of comments.flatMap((comment) => [comment, ...comment.replies])) {
      if (!known.has(by)) throw wrong("comments.yaml", "by", `there is no reader “${by}”`);
    }
  }
}

/** Articles by date, oldest first, drafts last. @throws Error that names the file and the key at fault */
export async function readSeedFiles(dir: string): Promise<Seed> {
  const [author, categories, conversation, names] = await Promise.all([
    readFile(join(dir, "author.yaml"), "utf8").then((yaml) => read(seedAuthor, "author.yaml", yaml)),
    readFile(join(dir, "categories.yaml"), "utf8").then((yaml) => read(seedCategories, "categories.yaml", yaml)),
    readFile(join(dir, "comments.yaml"), "utf8").then((yaml) => read(seedConversation, "comments.yaml", yaml)),
    readdir(join(dir, "posts")).then((all) => all.filter((name) => name.endsWith(".md")).sort()),
  ]);
  const posts = await Promise.all(names.map((name) => readPost(dir, name)));
  const known = new Set(categories.map((category) => category.slug));
  const slugs = new Set<string>();
  for (const [index, post] of posts.entries()) {
    const file = `posts/${names[index]}`;
    if (!known.has(post.category)) throw wrong(file, "category", `there is no category “${post.category}”`);
    if (slugs.has(post.slug)) throw wrong(file, "slug", `another article has “${post.slug}”`);
    slugs.add(post.slug);
  }
  checkConversation(conversation, slugs);
  const date = (post: SeedPost) => (post.published_at ? Date.parse(post.published_at) : Number.POSITIVE_INFINITY);
  return {
    author,
    categories,
    conversation,
    posts: posts.toSorted((a, b) => (date(a) < date(b) ? -1 : date(a) > date(b) ? 1 : 0)),
  };
}
