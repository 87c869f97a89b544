import type { PostFields, PostInput } from "../../../domain/posts/post.ts";

// Apart from post-values.ts, because lists of the back office load this too, and do without the rules of posts.

/** A post as the form holds it, exactly as typed. */
export type PostValues = Omit<PostFields, "category_id" | "tags"> & {
  /** empty for none */
  category_id: string;
  /** names with commas between them */
  tags: string;
};

/** Names between commas, trimmed, empties dropped (specification, section 5). */
export const tagNames = (typed: string): string[] =>
  typed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

export const inputOf = ({
  category_id,
  tags,
  ...values
}: PostValues): Omit<PostInput, "category_id"> & { category_id: string | null } => ({
  ...values,
  category_id: category_id || null,
  tags: tagNames(tags),
});
