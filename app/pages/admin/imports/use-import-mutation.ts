import { useQueryClient } from "@tanstack/react-query";
import type { Import } from "../../../domain/imports/import.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_IMPORTS, importQuery } from "./queries.ts";

/**
 * A change of an import. Its new state is on the screen with the answer, so that nobody presses a button of the old one.
 * @param call resolves with the import as it is then
 * @param success the toast after it
 */
export function useImportMutation<Input>(call: (input: Input) => Promise<Import>, success: string) {
  const queryClient = useQueryClient();
  return useAdminMutation({
    call: async (input: Input) => {
      const changed = await call(input);
      queryClient.setQueryData(importQuery(changed.id).queryKey, changed);
      return changed;
    },
    success,
    failure: (message: string) => `Failed to change import: ${message}`,
    invalidates: CHANGED_IMPORTS,
  });
}
