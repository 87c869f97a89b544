import { FIELDS, type PostValues } from "../post-values.ts";

export type Side = "mine" | "theirs";

/** A field that differs between two versions of a post; `changed`: by whom since they were the same. */
export type Difference = { field: keyof PostValues; label: string; changed: "me" | "them" | "both" };

export type Choices = Partial<Record<keyof PostValues, Side>>;

/** Content is chosen together with its format: the one can't be read without the other. */
const isChosen = (field: keyof PostValues) => field !== "content_format";

const differs = (a: PostValues, b: PostValues, field: keyof PostValues) =>
  a[field] !== b[field] || (field === "content" && a.content_format !== b.content_format);

/**
 * Compares two versions that come from one.
 * @param base what both began with
 * @returns the fields in which they differ, in the order of the form
 */
export function differencesOf(base: PostValues, mine: PostValues, theirs: PostValues): Difference[] {
  return FIELDS.filter(([field]) => isChosen(field) && differs(mine, theirs, field)).map(([field, label]) => {
    const byMe = differs(base, mine, field);
    const byThem = differs(base, theirs, field);
    return { field, label, changed: byMe && byThem ? "both" : byMe ? "me" : "them" };
  });
}

/** What stands to reason: who changed a field has it. Where both did, the author's own is proposed. */
export const proposedChoices = (differences: Difference[]): Choices =>
  Object.fromEntries(differences.map(({ field, changed }) => [field, changed === "them" ? "theirs" : "mine"]));

/** Their version with those fields of mine that were chosen. */
export function mergeValues(mine: PostValues, theirs: PostValues, choices: Choices): PostValues {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [field] of FIELDS) if (choices[field] === "mine") merged[field] = mine[field];
  if (choices.content === "mine") merged.content_format = mine.content_format;
  return merged as PostValues;
}
