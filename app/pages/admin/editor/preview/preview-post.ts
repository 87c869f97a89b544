import type { CategoryRef } from "../../../../domain/categories/model.ts";
import { DEFAULT_READ_TIME, type Heading, type Post } from "../../../../domain/posts/model.ts";
import { type PostValues, tagNames } from "../post-values.ts";

/** What the server makes of the writing. */
export type Rendered = { content_html: string; headings: Heading[]; read_time: number };

/** What the form doesn't hold. */
export type Surroundings = { id: string; category: CategoryRef | null; author: string | null; publishedAt: string | null };

/** The article as its page would be given it; five minutes while there is nothing to read. */
export function previewPost(values: PostValues, rendered: Rendered, { id, category, author, publishedAt }: Surroundings): Post {
  const now = new Date().toISOString();
  return {
    id,
    title: values.title.trim() || "Untitled",
    slug: values.slug,
    description: values.description.trim() || values.excerpt.trim(),
    excerpt: values.excerpt,
    featured_image_url: values.featured_image,
    featured_image_alt: values.featured_image_alt,
    category,
    author: { full_name: author, bio: "" },
    read_time: rendered.content_html === "" ? DEFAULT_READ_TIME : rendered.read_time,
    views_count: 0,
    likes_count: 0,
    comments_count: 0,
    comments_open: true,
    featured: values.featured,
    published_at: publishedAt ?? now,
    first_published_at: publishedAt ?? now,
    updated_at: now,
    tags: tagNames(values.tags).map((name) => ({ name, slug: name.toLowerCase().replace(/\s+/g, "-") })),
    content_html: rendered.content_html,
    headings: rendered.headings,
    previous: null,
    next: null,
    related: [],
  };
}
