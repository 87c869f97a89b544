import type { PostRow } from "./export.sql.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The fields of an exported post, its text aside. */
export const fieldsOf = ({
  content: _,
  content_format,
  created_at,
  updated_at,
  published_at,
  first_published_at,
  ...post
}: PostRow) => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  old_slugs: post.old_slugs,
  description: post.description,
  excerpt: post.excerpt,
  status: post.status,
  featured: post.featured,
  category: post.category,
  tags: post.tags,
  author: post.author,
  created_at: iso(created_at),
  updated_at: iso(updated_at),
  published_at: iso(published_at),
  first_published_at: iso(first_published_at),
  featured_image: post.featured_image,
  featured_image_alt: post.featured_image_alt,
  comments_open: post.comments_open,
  format: content_format,
});

/** A post as a Markdown file: front matter in YAML (each value as JSON, which is YAML), then the text exactly as it was written. */
export function toFile(post: PostRow): string {
  const lines = Object.entries(fieldsOf(post)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n${post.content}\n`;
}
