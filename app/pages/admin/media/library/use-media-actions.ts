import type { Media } from "../../../../domain/media/picture.ts";
import type { ToastAction } from "../../../../ui/toast/toast.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { CHANGED_MEDIA, changeManyMedia, emptyMediaTrash, trashMedia } from "../queries.ts";

export function usesText({ uses, trashed_at }: Pick<Media, "uses" | "trashed_at">): string {
  if (trashed_at) return "In the trash";
  if (uses === 0) return "Unused";
  return uses === 1 ? "1 post" : `${uses} posts`;
}

const files = (count: number) => (count === 1 ? "File" : `${count} files`);

export function trashedText({ changed, in_use }: { changed: number; in_use: number }): string {
  const stayed = in_use === 0 ? "" : `${in_use} ${in_use === 1 ? "is" : "are"} in use and stay${in_use === 1 ? "s" : ""}`;
  if (changed === 0) return stayed ? `Nothing deleted: ${stayed}` : "Nothing was left to delete";
  return `${files(changed)} deleted${stayed ? `; ${stayed}` : ""}`;
}

export const restoredText = (count: number): string => `${files(count)} restored`;
export const deletedText = (count: number): string => `${files(count)} permanently deleted`;

/** The question before pictures are deleted permanently (specification, section 8). */
export const deletionQuestion = (count: number): string =>
  `Are you sure you want to delete ${count === 1 ? "this file" : `these ${count} files`}? This action cannot be undone.`;

/** A coordinate of the focal point in percent: 0.35 is 35. */
export const percentOf = (part: number): number => Math.round(part * 100);

const failure = (verb: string) => (message: string) => `Failed to ${verb} file: ${message}`;

/** The actions on pictures. Permanent deletion asks first. @param onDone called after each action */
export function useMediaActions(onDone: () => void) {
  const confirm = useConfirm();
  const restoring = useAdminMutation({
    call: (ids: string[]) => changeManyMedia({ ids, action: "restore" }),
    success: ({ changed }) => restoredText(changed),
    failure: failure("restore"),
    invalidates: CHANGED_MEDIA,
  });
  const undo = (ids: string[]): ToastAction => ({ label: "Undo", run: () => restoring.mutate(ids) });
  const trashing = useAdminMutation({
    call: (ids: string[]) => changeManyMedia({ ids, action: "trash" }),
    success: trashedText,
    undo: ({ changed }, ids) => (changed > 0 ? undo(ids) : undefined),
    failure: failure("delete"),
    invalidates: CHANGED_MEDIA,
  });
  // For a single picture, the details show why it can't be deleted.
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
