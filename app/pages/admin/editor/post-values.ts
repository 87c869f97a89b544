import { EMPTY_POST, POST_FIELDS, type PostField, type PostFields } from "../../../domain/posts/post.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import { pick } from "../../../domain/schema-fields.ts";
import { POST_LABELS } from "../post-labels.ts";
import { type PostValues, tagNames } from "./form-input.ts";

/** `id` and `version` of what is stored, null and 0 for a new post; `values` is what it holds. */
export type Stored = { id: string | null; version: number; values: PostValues };

/** The fields in the order of the screen, each with its label. */
export const FIELDS = Object.entries(POST_LABELS) as (readonly [field: PostField, label: string])[];

/** A stored form as it is shown. */
export const valuesOfWriting = ({ category_id, tags, ...fields }: PostFields): PostValues => ({
  ...fields,
  category_id: category_id ?? "",
  tags: tags.join(", "),
});

/** A new post. */
export const NOTHING: PostValues = valuesOfWriting(EMPTY_POST);

/** A stored post as the form shows it. */
export const valuesOf = (post: AdminPost): PostValues =>
  valuesOfWriting(pick({ ...post, tags: post.tags.map(({ name }) => name) }, POST_FIELDS));

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
