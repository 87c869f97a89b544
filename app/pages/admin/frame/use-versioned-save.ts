import { type FetchQueryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../http/api/client.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { codeOf } from "../../account/frame/failure.ts";
import { type AdminMutation, useAdminMutation } from "./use-admin-mutation.ts";

/** What is wrong with the fields of a form, by their names. */
type FieldErrors = Record<string, string>;

type VersionedSave<State, Input> = AdminMutation<State, Input> & {
  /** reads what is stored */
  query: FetchQueryOptions<State, Error, State, string[]>;
  /** the toast when what someone else has saved can't be read */
  unread: string;
  /** what the server found wrong, by the form's names */
  errorsOf(details: NonNullable<ApiError["details"]>): FieldErrors;
  onSaved(saved: State): void;
};

/**
 * Saves a form over the version that it began with, and holds what is wrong with its fields. When someone else has saved since, what
 * they saved is read.
 * @returns `save` takes the input, or the errors for which there is none; `failures` counts the saves that were refused for a field;
 *   `theirs` is what someone else has saved, until `setTheirs` puts null in its place
 */
export function useVersionedSave<State, Input>({ query, unread, errorsOf, onSaved, ...mutation }: VersionedSave<State, Input>) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useAdminMutation(mutation);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failures, setFailures] = useState(0);
  const [theirs, setTheirs] = useState<State | null>(null);
  const fail = (found: FieldErrors) => {
    setErrors(found);
    setFailures((count) => count + 1);
  };
  const compare = async () => {
    const read = await queryClient.fetchQuery(query).catch(() => null);
    if (read) setTheirs(read);
    else toast({ title: unread, tone: "error" });
  };
  const save = async ({ input, errors: found = {} }: { input?: Input; errors?: FieldErrors }) => {
    if (!input) return fail(found);
    setErrors({});
    try {
      const saved = await mutateAsync(input);
      onSaved(saved);
      queryClient.setQueryData(query.queryKey, saved);
    } catch (error) {
      if (codeOf(error) === "stale_version") await compare();
      else if (error instanceof ApiError && error.details) fail(errorsOf(error.details));
    }
  };
  return { save, isBusy: isPending, errors, setErrors, failures, theirs, setTheirs };
}
