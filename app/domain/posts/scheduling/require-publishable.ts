import { DomainError, type FieldError, invalid } from "../../errors.ts";
import { pick } from "../../schema-fields.ts";
import { adviceFor, POST_FIELDS, type PostChanges, type PostField, type PostFields, postChanges } from "../post.ts";
import type { EditRow } from "../post-edit.sql.ts";
import { fieldsOf } from "../present-admin-post.ts";
import type { StagedRow } from "../staging/staging.sql.ts";

const differs = (a: PostFields, b: PostFields, field: PostField) => JSON.stringify(a[field]) !== JSON.stringify(b[field]);

/**
 * What changes made from `base` do to a post that may have changed too.
 * @param now the post as it stands
 * @returns the fields that the changes are about; null when both changed the same field, and not to the same
 */
function changesOnto(base: PostFields, writing: PostFields, now: PostFields): Partial<PostFields> | null {
  const changed = POST_FIELDS.filter((field) => differs(base, writing, field));
  if (changed.some((field) => differs(base, now, field) && differs(writing, now, field))) return null;
  return pick(writing, changed);
}

/** @throws DomainError invalid_input naming every field that keeps the post from being published: the rules of Publish */
export function requirePublishable(post: EditRow): void {
  const faults = adviceFor(fieldsOf(post));
  if (faults.length > 0) throw invalid(`The post can't be published: ${saidOf(faults)}`, faults);
}

const contradiction = () =>
  new DomainError(
    "conflict",
    "contradiction",
    "Somebody else has saved other changes of the same fields since. Look at both and decide.",
  );

const saidOf = (faults: FieldError[]) => faults.map(({ rule }) => rule).join("; ");

/**
 * What the waiting changes do to the post as it stands now; what others have changed elsewhere in it meanwhile stays.
 * @returns changes as a save takes them
 * @throws DomainError invalid_input when a save would refuse them; `contradiction` when others have changed the same fields
 */
export function stagedChanges(post: EditRow, staged: StagedRow, keep_published_at: boolean): PostChanges {
  const changes = changesOnto(staged.base, staged.writing, fieldsOf(post));
  if (changes === null) throw contradiction();
  const whole = { ...changes, version: post.version, edit_version: staged.version, keep_published_at };
  const parsed = postChanges.safeParse(whole);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), rule: message }));
  throw invalid(`The changes can't be saved: ${saidOf(faults)}`, faults);
}
