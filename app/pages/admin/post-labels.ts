import type { PostField } from "../../domain/posts/post.ts";

/** The labels of a post's fields, in the order of the screen and of comparisons. */
export const POST_LABELS: Record<PostField, string> = {
  title: "Title",
  slug: "Slug",
  kind: "Kind",
  description: "Description",
  excerpt: "Excerpt",
  content: "Content",
  content_format: "Content format",
  status: "Status",
  featured: "Featured",
  category_id: "Category",
  tags: "Tags",
  featured_image: "Featured image",
  featured_image_alt: "Alternative text of the featured image",
  language: "Language",
};
