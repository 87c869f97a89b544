import type { AdminPost, PostFields, PostInput } from "../../../domain/posts/post.ts";
import type { ContentFormat, PostStatus } from "../../../domain/posts/post-rules.ts";

/** A post as it stands in the form: what was typed, as it was typed. */
export type PostValues = {
  title: string;
  slug: string;
  description: string;
  excerpt: string;
  content: string;
  content_format: ContentFormat;
  status: PostStatus;
  featured: boolean;
  /** empty for none */
  category_id: string;
  /** names with commas between them */
  tags: string;
  featured_image: string | null;
  featured_image_alt: string;
};

/** `id` and `version` of what is stored, null and 0 for a new post; `values` is what it holds. */
export type Stored = { id: string | null; version: number; values: PostValues };

/** A new post. */
export const NOTHING: PostValues = {
  title: "",
  slug: "",
  description: "",
  excerpt: "",
  content: "",
  content_format: "html",
  status: "draft",
  featured: false,
  category_id: "",
  tags: "",
  featured_image: null,
  featured_image_alt: "",
};

/** The order in which fields stand on the screen and are compared. */
export const FIELDS: readonly (readonly [field: keyof PostValues, label: string])[] = [
  ["title", "Title"],
  ["slug", "Slug"],
  ["description", "Description"],
  ["excerpt", "Excerpt"],
  ["content", "Content"],
  ["content_format", "Content format"],
  ["status", "Status"],
  ["featured", "Featured"],
  ["category_id", "Category"],
  ["tags", "Tags"],
  ["featured_image", "Featured image"],
  ["featured_image_alt", "Alternative text of the featured image"],
];

/** A stored post as the form shows it. */
export const valuesOf = (post: AdminPost): PostValues => ({
  title: post.title,
  slug: post.slug,
  description: post.description,
  excerpt: post.excerpt,
  content: post.content,
  content_format: post.content_format,
  status: post.status,
  featured: post.featured,
  category_id: post.category_id ?? "",
  tags: post.tags.map(({ name }) => name).join(", "),
  featured_image: post.featured_image,
  featured_image_alt: post.featured_image_alt,
});

/** PostFields that was kept as the form shows it. */
export const valuesOfWriting = ({ category_id, tags, ...writing }: PostFields): PostValues => ({
  ...writing,
  category_id: category_id ?? "",
  tags: tags.join(", "),
});

/** Names between commas, trimmed, empties dropped (specification, section 5). */
export const tagNames = (typed: string): string[] =>
  typed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The form as the server takes it. */
export const inputOf = ({
  category_id,
  tags,
  ...values
}: PostValues): Omit<PostInput, "category_id"> & { category_id: string | null } => ({
  ...values,
  category_id: category_id || null,
  tags: tagNames(tags),
});

/** Whether two forms would be the same post. */
export const sameValues = (a: PostValues, b: PostValues): boolean => FIELDS.every(([field]) => a[field] === b[field]);

/** The same but for what a server tidies up: blanks around texts, the order of tags. */
export const sameButTidied = (a: PostValues, b: PostValues): boolean => {
  const tidy = (values: PostValues) => ({ ...values, tags: tagNames(values.tags).sort().join() });
  const [one, other] = [tidy(a), tidy(b)];
  return FIELDS.every(([field]) => String(one[field] ?? "").trim() === String(other[field] ?? "").trim());
};

/**
 * The form after a save: what the server made of what was sent (trimmed, tags in their order), except where somebody has typed
 * on meanwhile.
 * @param sent what the form was when it was sent
 * @param now what it is when the answer comes
 */
export function afterSaving(sent: PostValues, now: PostValues, stored: PostValues): PostValues {
  const typedOn = FIELDS.filter(([field]) => now[field] !== sent[field]).map(([field]) => [field, now[field]]);
  return { ...stored, ...(Object.fromEntries(typedOn) as Partial<PostValues>) };
}
