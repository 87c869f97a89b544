import type { BulkAction } from "../../../domain/comments/model.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useUndo } from "../trash/use-restore.ts";
import { BULK, commentCount, deleteQuestion } from "./comment-texts.ts";
import { CHANGED_COMMENTS, type Chosen, moderateMany } from "./queries.ts";

const done = (count: number, action: BulkAction, chosen: Chosen): string => {
  // What a filter held can't be undone from the toast.
  const deleted = "ids" in chosen ? "deleted" : "moved to the trash";
  const verb = action === "delete" ? deleted : "updated";
  return count === 1 ? `Comment ${verb}` : `${commentCount(count)} ${verb}`;
};

/**
 * What can be done to many comments at once. Deleting asks first, and so does whatever goes beyond what is in sight.
 * @param onDone the comments are not what they were: nothing is chosen any more
 */
export function useBulk(onDone: () => void) {
  const confirm = useConfirm();
  const undo = useUndo();
  const bulk = useAdminMutation({
    call: moderateMany,
    success: ({ changed }, { action, chosen }) => done(changed, action, chosen),
    undo: ({ changed }, { chosen, action }) =>
      action === "delete" && changed > 0 && "ids" in chosen ? undo(chosen.ids.map((id) => ({ kind: "comment", id }))) : undefined,
    failure: (message) => `Failed to update comments: ${message}`,
    invalidates: CHANGED_COMMENTS,
  });
  const start = async (chosen: Chosen, action: BulkAction, count: number) => {
    const isDelete = action === "delete";
    if (isDelete || "filter" in chosen) {
      const text = isDelete ? deleteQuestion(count) : `${BULK[action]} all ${commentCount(count)} that match the list's filter?`;
      const agreed = await confirm({
        title: `${BULK[action]} ${commentCount(count)}`,
        text,
        action: BULK[action],
        ...(isDelete && { tone: "danger" as const }),
      });
      if (!agreed) return;
    }
    bulk.mutate({ chosen, action }, { onSuccess: onDone });
  };
  return { isBusy: bulk.isPending, start };
}
