import { EDITING_LIMITS, POST_MESSAGES } from "../../../domain/posts/edit-rules.ts";
import { adviceFor, EMPTY_POST, POST_FIELDS, type PostField, type PostFields, refusalsOf } from "../../../domain/posts/post.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import { lengthRule, pick } from "../../../domain/schema-fields.ts";
import type { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { POST_LABELS } from "../post-labels.ts";
import { inputOf, type PostValues, tagNames } from "./form-input.ts";

/** A problem of a field, or of the whole post if `field` is empty. */
export type Problem = { field: keyof PostValues | "published_at" | ""; message: string };

/** How a sentence about a field's broken rule begins. @param field as the server names it: `content`, `tags.0` */
function subjectOf(field: string): string | undefined {
  if (field === "published_at") return "Publication date";
  if (field === "tags") return "There"; // must be at most 50 tags
  return field.startsWith("tags.") ? "Each tag" : POST_LABELS[field as PostField];
}

/** A rule as a sentence about its field: "must have at most 1000 characters" doesn't say what. */
function sentence(field: string, rule: string): string {
  const subject = subjectOf(field);
  if (!subject || !rule.startsWith("must ")) return rule;
  return `${subject} ${rule.replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString("en"))}`;
}

function firstOfEach(broken: readonly { field: string; rule: string }[]): Problem[] {
  const found = new Map<string, string>();
  for (const { field, rule } of broken) {
    const name = field.split(".")[0] ?? "";
    if (!found.has(name)) found.set(name, sentence(field, rule));
  }
  const place = (field: string) => FIELDS.findIndex(([name]) => name === field);
  return [...found]
    .map(([field, message]) => ({ field: field as Problem["field"], message }))
    .sort((a, b) => place(a.field) - place(b.field));
}

/** The broken rules of a new post (specification, section 5), at most one for each field. */
const rulesFor = (values: PostValues): Problem[] => firstOfEach(adviceFor(inputOf(values)));

/** The problems that prevent the update of a post: a missing title or slug, and what is too long to be stored. */
const requiredOf = (values: PostValues): Problem[] => firstOfEach(refusalsOf(inputOf(values)));

export const problemsOf = (values: PostValues, isNew: boolean): Problem[] => (isNew ? rulesFor(values) : requiredOf(values));

/** Problems of an existing post that would have prevented its creation. */
export function warningsOf(values: PostValues): Problem[] {
  const required = new Set(requiredOf(values).map(({ field }) => field));
  return rulesFor(values).filter(({ field }) => !required.has(field));
}

export function refusalOf(error: ApiError, message: string): Problem[] {
  if (error.code === "23505") return [{ field: "slug", message: POST_MESSAGES.slugTaken }];
  // Only the text can be that long.
  if (error.status === 413) return [{ field: "content", message: sentence("content", lengthRule(EDITING_LIMITS.contentMax)) }];
  const details = error.details ?? [];
  if (details.length === 0) return [{ field: "", message }];
  return firstOfEach(details);
}

/** `id` and `version` of what is stored, null and 0 for a new post; `values` is what it holds. Drafts have no `published_at`. */
export type StoredPost = { id: string | null; version: number; values: PostValues; published_at?: string | null };

export const FIELDS = Object.entries(POST_LABELS) as (readonly [field: PostField, label: string])[];

export const valuesOfWriting = ({ category_id, tags, ...fields }: PostFields): PostValues => ({
  ...fields,
  category_id: category_id ?? "",
  tags: tags.join(", "),
});

export const NOTHING: PostValues = valuesOfWriting(EMPTY_POST);

export const pathOf = ({ kind, slug }: Pick<PostValues, "kind" | "slug">): string =>
  kind === "page" ? routes.page(slug) : routes.story(slug);

export const valuesOf = (post: AdminPost): PostValues =>
  valuesOfWriting(pick({ ...post, tags: post.tags.map(({ name }) => name) }, POST_FIELDS));

export const sameValues = (a: PostValues, b: PostValues): boolean => FIELDS.every(([field]) => a[field] === b[field]);

/** The same but for what a server tidies up: blanks around texts, the order of tags. */
export const sameButTidied = (a: PostValues, b: PostValues): boolean => {
  const tidy = (values: PostValues) => ({ ...values, tags: tagNames(values.tags).sort().join() });
  const [one, other] = [tidy(a), tidy(b)];
  return FIELDS.every(([field]) => String(one[field] ?? "").trim() === String(other[field] ?? "").trim());
};

/**
 * The form after a save: the values as the server stored them (trimmed, tags sorted), except for fields that have changed since.
 * @param sent the form when it was sent
 * @param now the form when the answer arrives
 */
export function afterSaving(sent: PostValues, now: PostValues, stored: PostValues): PostValues {
  const typedOn = FIELDS.filter(([field]) => now[field] !== sent[field]).map(([field]) => [field, now[field]]);
  return { ...stored, ...(Object.fromEntries(typedOn) as Partial<PostValues>) };
}
