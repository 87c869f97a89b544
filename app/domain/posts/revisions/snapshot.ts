import { EMPTY_POST, POST_FIELDS } from "../post.ts";
import type { EditRow } from "../post-edit.sql.ts";
import { fieldsOf } from "../present-admin-post.ts";
import type { FieldDifference, Snapshot } from "./revision-model.ts";

/** What a revision keeps of a post. */
export function snapshotOf(row: EditRow): Snapshot {
  const { category_id, ...fields } = fieldsOf(row);
  const category = category_id !== null && row.category_name !== null ? { id: category_id, name: row.category_name } : null;
  return { ...fields, category };
}

/** A snapshot as it was stored; fields that are newer than it are empty. */
export const storedSnapshot = (stored: Partial<Snapshot>): Snapshot => {
  const { category_id: _, ...empty } = EMPTY_POST;
  return { ...empty, category: null, ...stored };
};

/** Fields that are compared beside the text, in the order in which they are shown. */
export const SNAPSHOT_FIELDS: (keyof Snapshot)[] = [
  ...POST_FIELDS.filter((field) => field !== "content" && field !== "content_format").map((field) =>
    field === "category_id" ? "category" : field,
  ),
  "content_format",
];

/** A field's value as people read it. */
function readable(value: Snapshot[keyof Snapshot]): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? value.name : value;
}

/** The fields in which two snapshots differ, the text itself aside. @param before null: there was nothing */
export function fieldDifferences(before: Snapshot | null, after: Snapshot): FieldDifference[] {
  return SNAPSHOT_FIELDS.map((field) => ({
    field,
    before: before ? readable(before[field]) : "",
    after: readable(after[field]),
  })).filter((one) => one.before !== one.after && (before !== null || saysSomething(one)));
}

/** Of a first revision only what says something: that it isn't featured is no news. */
const saysSomething = ({ field, after }: FieldDifference) => after !== "" && field !== "featured" && field !== "content_format";

/** Whether two snapshots are the same post. */
export const sameSnapshot = (a: Snapshot, b: Snapshot): boolean =>
  fieldDifferences(a, b).length === 0 && a.content === b.content && a.category?.id === b.category?.id;
