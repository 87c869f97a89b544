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
};

/** How a sentence about a field's broken rule begins. @param field as the server names it: `content`, `tags.0` */
export function subjectOf(field: string): string | undefined {
  // "There must be at most 50 tags", "Each tag must have at most 100 characters".
  if (field === "tags") return "There";
  return field.startsWith("tags.") ? "Each tag" : POST_LABELS[field as PostField];
}
