import { ApiError } from "../../../http/api/client.ts";
import type { Problems } from "../../../ui/form/use-form.tsx";
import { messageOf } from "../../account/frame/failure.ts";

/** One message for each field. A field that breaks several rules gets the first, which is the one to fix. */
const byField = (faults: readonly (readonly [field: string, message: string])[]) => Object.fromEntries(faults.toReversed());

/** What a schema says about a form's values, by field. */
export function schemaProblems({ issues }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): Problems {
  return { fields: byField(issues.map(({ path, message }) => [String(path[0]), message])) };
}

/**
 * The server's errors of a form, at their fields where possible. A toast disappears before everybody has read it, so the form shows
 * them, too.
 * @param failure turns the server's message into the one above the form
 * @param taken the field whose value must be unique; `message` replaces the server's
 */
export function serverProblems(
  error: unknown,
  failure: (message: string) => string,
  taken?: { field: string; message?: string },
): Problems {
  if (taken && error instanceof ApiError && error.code === "23505")
    return { fields: { [taken.field]: taken.message ?? error.message } };
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  if (details.length > 0) return { fields: byField(details.map(({ field, rule }) => [field, rule])) };
  return { message: failure(messageOf(error, "The server could not be reached. Please try again.")) };
}
