import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";
import {
  type Seed,
  type SeedConversation,
  type SeedPost,
  seedAuthor,
  seedCategories,
  seedConversation,
  seedPost,
} from "./schema.ts";

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

/** Whoever talks is known, and so is what they talk about. */
function checkConversation({ readers, threads }: SeedConversation, slugs: Set<string>): void {
  const known = new Set(["author", ...readers.map(({ id }) => id)]);
  for (const { post, comments } of threads) {
    if (!slugs.has(post)) throw wrong("comments.yaml", "post", `there is no article "${post}"`);
    for (const { by } of comments.flatMap((comment) => [comment, ...comment.replies])) {
      if (!known.has(by)) throw wrong("comments.yaml", "by", `there is no reader "${by}"`);
    }
  }
}

/**
 * Reads the demo content: `author.yaml`, `categories.yaml`, `comments.yaml`, and `posts/*.md` with front matter.
 * @param dir the folder
 * @returns it, articles by date, oldest first, drafts last
 * @throws Error that names the file and the key at fault
 */
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
    if (!known.has(post.category)) throw wrong(file, "category", `there is no category "${post.category}"`);
    if (slugs.has(post.slug)) throw wrong(file, "slug", `another article has "${post.slug}"`);
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
