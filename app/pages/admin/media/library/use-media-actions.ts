import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { CHANGED_MEDIA, changeManyMedia, emptyMediaTrash, trashMedia } from "../queries.ts";
import { deletedText, deletionQuestion, restoredText, trashedText } from "./media-texts.ts";

const failure = (verb: string) => (message: string) => `Failed to ${verb} file: ${message}`;

/** What is done to pictures from the library; what goes for good is asked about first. @param onDone when something was done */
export function useMediaActions(onDone: () => void) {
  const confirm = useConfirm();
  const restoring = useAdminMutation({
    call: (ids: string[]) => changeManyMedia({ ids, action: "restore" }),
    success: ({ changed }) => restoredText(changed),
    failure: failure("restore"),
    invalidates: CHANGED_MEDIA,
  });
  const undo = (ids: string[]) => ({ label: "Undo" as const, run: () => restoring.mutate(ids) });
  const trashing = useAdminMutation({
    call: (ids: string[]) => changeManyMedia({ ids, action: "trash" }),
    success: trashedText,
    undo: ({ changed }, ids) => (changed > 0 ? undo(ids) : undefined),
    failure: failure("delete"),
    invalidates: CHANGED_MEDIA,
  });
  // A single one says why it can't go, where it is looked at.
  const trashingOne = useAdminMutation({
    call: trashMedia,
    success: "File deleted",
    undo: (_, id) => undo([id]),
    invalidates: CHANGED_MEDIA,
  });
  const deleting = useAdminMutation({
    call: (ids: string[]) => changeManyMedia({ ids, action: "delete" }),
    success: ({ changed }) => deletedText(changed),
    failure: failure("delete"),
    invalidates: CHANGED_MEDIA,
  });
  const emptying = useAdminMutation({
    call: emptyMediaTrash,
    success: ({ deleted }) => deletedText(deleted),
    failure: failure("delete"),
    invalidates: CHANGED_MEDIA,
  });
  const ask = (count: number) =>
    confirm({
      title: count === 1 ? "Delete file" : "Delete files",
      text: deletionQuestion(count),
      action: "Delete",
      tone: "danger",
    });

  return {
    trash: (ids: string[]) => trashing.mutate(ids, { onSuccess: onDone }),
    /** @throws ApiError why it can't go */
    trashOne: (id: string) => trashingOne.mutateAsync(id),
    restore: (ids: string[], then = onDone) => restoring.mutate(ids, { onSuccess: then }),
    deleteForGood: async (ids: string[], then = onDone) => {
      if (await ask(ids.length)) deleting.mutate(ids, { onSuccess: then });
    },
    emptyTrash: async (count: number) => {
      if (await ask(count)) emptying.mutate(undefined, { onSuccess: onDone });
    },
    isBusy: [restoring, trashing, trashingOne, deleting, emptying].some(({ isPending }) => isPending),
  };
}

export type MediaActions = ReturnType<typeof useMediaActions>;
