import { type FetchQueryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../http/api/client.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { type AdminMutation, useAdminMutation } from "./use-admin-mutation.ts";

type FieldErrors = Record<string, string>;

type VersionedSave<State, Input> = AdminMutation<State, Input> & {
  /** reads what is stored */
  query: FetchQueryOptions<State, Error, State, string[]>;
  /** the toast when what someone else has saved can't be read */
  unread: string;
  /** what the server found wrong, by the form's names */
  errorsOf(details: NonNullable<ApiError["details"]>): FieldErrors;
  /** @param mergedWith what someone else had saved in the meantime, if it was merged */
  onSaved(saved: State, mergedWith?: State): void;
  /** what to save when someone else has saved in the meantime; null, or no such function, leaves the decision to the person */
  merge?(theirs: State): Draft<Input> | null;
};

type Draft<Input> = { input?: Input; errors?: FieldErrors };

/**
 * Saves a form over the version that it began with, and holds what is wrong with its fields. When someone else has saved since, what
 * they saved is read; where both can be kept, both are saved.
 * @returns `save` takes the input, or the errors for which there is none; `failures` counts the saves that were refused for a field;
 *   `theirs` is what someone else has saved, until `setTheirs` puts null in its place
 */
export function useVersionedSave<State, Input>(options: VersionedSave<State, Input>) {
  const { query, unread, errorsOf, onSaved, merge, ...mutation } = options;
  const queryClient = useQueryClient();
  const { mutateAsync } = useAdminMutation(mutation);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failures, setFailures] = useState(0);
  const [theirs, setTheirs] = useState<State | null>(null);
  const fail = (found: FieldErrors) => {
    setErrors(found);
    setFailures((count) => count + 1);
  };
  const settle = async () => {
    const read = await queryClient.fetchQuery(query).catch(() => null);
    if (!read) return toast({ title: unread, tone: "error" });
    const merged = merge?.(read);
    if (merged) await save(merged, read);
    else setTheirs(read);
  };
  const save = async ({ input, errors: found = {} }: Draft<Input>, mergedWith?: State) => {
    if (!input) return fail(found);
    setErrors({});
    try {
      const saved = await mutateAsync(input);
      onSaved(saved, mergedWith);
      queryClient.setQueryData(query.queryKey, saved);
    } catch (error) {
      if (codeOf(error) === "stale_version") await settle();
      else if (error instanceof ApiError && error.details) fail(errorsOf(error.details));
    }
  };
  /** Busy until the end: a merged form is saved by a second request. */
  const begin = async (draft: Draft<Input>) => {
    setBusy(true);
    await save(draft);
    setBusy(false);
  };
  return { save: begin, isBusy, errors, setErrors, failures, theirs, setTheirs };
}
