import type { TrashItem, TrashKind } from "../../../domain/trash/model.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { CHANGED_TRASH, deleteForGood, emptyTrash, type Trashed } from "./queries.ts";
import { counted, KINDS } from "./trash-texts.ts";
import { useRestore } from "./use-restore.ts";

const FINAL = "This action cannot be undone.";

/** What is done to what lies in the trash; whatever is final is asked about first (the specification's words, section 8). */
export function useTrashActions() {
  const confirm = useConfirm();
  const restore = useRestore();
  const removal = useAdminMutation({
    call: deleteForGood,
    success: (_, { kind }: Trashed) => `${KINDS[kind].title} deleted`,
    failure: (message, _error) => `Failed to delete: ${message}`,
    invalidates: CHANGED_TRASH,
  });
  const emptying = useAdminMutation({
    call: emptyTrash,
    success: "Trash emptied",
    failure: (message) => `Failed to empty the trash: ${message}`,
    invalidates: CHANGED_TRASH,
  });
  return {
    isBusy: removal.isPending || emptying.isPending,
    bringBack: (items: TrashItem[]) => restore(items.map(({ kind, id }) => ({ kind, id }))),
    async remove({ kind, id }: TrashItem) {
      const text = `Are you sure you want to delete this ${KINDS[kind].one}? ${FINAL}`;
      if (await confirm({ title: `Delete ${KINDS[kind].one}`, text, action: "Delete", tone: "danger" }))
        removal.mutate({ kind, id });
    },
    /** @param kind things of it alone. @param count how many go, as far as is known */
    async empty(kind: TrashKind | undefined, count: number) {
      const text = `Are you sure you want to delete ${count === 1 ? "" : "all "}${counted(count, kind)} in the trash? ${FINAL}`;
      if (await confirm({ title: "Empty Trash", text, action: "Empty Trash", tone: "danger" })) emptying.mutate(kind);
    },
  };
}
