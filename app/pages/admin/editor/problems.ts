import { POST_MESSAGES } from "../../../domain/posts/edit-rules.ts";
import { adviceFor } from "../../../domain/posts/post.ts";
import type { ApiError } from "../../../http/api/client.ts";
import { inputOf, type PostValues } from "./form-input.ts";
import { FIELDS } from "./post-values.ts";

/** What is wrong with a field, or with the whole where `field` is empty. */
export type Problem = { field: keyof PostValues | ""; message: string };

/** What the rules of a new post say (specification, section 5), one for each field. */
function rulesFor(values: PostValues): Problem[] {
  const found = new Map<string, string>();
  for (const { field, rule } of adviceFor(inputOf(values))) {
    const name = field.split(".")[0] ?? "";
    if (!found.has(name)) found.set(name, rule);
  }
  const place = (field: string) => FIELDS.findIndex(([name]) => name === field);
  return [...found]
    .map(([field, message]) => ({ field: field as Problem["field"], message }))
    .sort((a, b) => place(a.field) - place(b.field));
}

/** What keeps an existing post from being saved: nothing but a missing title or slug. */
function requiredOf({ title, slug }: PostValues): Problem[] {
  const problems: Problem[] = [];
  if (title.trim() === "") problems.push({ field: "title", message: POST_MESSAGES.titleRequired });
  if (slug.trim() === "") problems.push({ field: "slug", message: POST_MESSAGES.slugRequired });
  return problems;
}

/** What keeps a post from being saved, in the order of the rules. */
export const problemsOf = (values: PostValues, isNew: boolean): Problem[] => (isNew ? rulesFor(values) : requiredOf(values));

/** What an existing post would not have been created with. */
export function warningsOf(values: PostValues): Problem[] {
  const required = new Set(requiredOf(values).map(({ field }) => field));
  return rulesFor(values).filter(({ field }) => !required.has(field));
}

/** What the server refused, at the fields it names. */
export function refusalOf(error: ApiError, message: string): Problem[] {
  if (error.code === "23505") return [{ field: "slug", message: POST_MESSAGES.slugTaken }];
  const details = error.details ?? [];
  if (details.length === 0) return [{ field: "", message }];
  return details.map(({ field, rule }) => ({ field: (field.split(".")[0] ?? "") as Problem["field"], message: rule }));
}
