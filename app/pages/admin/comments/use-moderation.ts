import { useMemo } from "react";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useUndo } from "../trash/use-restore.ts";
import { deleteQuestion } from "./comment-texts.ts";
import { CHANGED_COMMENTS, type ModerationState, moderate, removeComment } from "./queries.ts";

/** `before`: the previous status, for Undo; null for what undoes. */
type Change = { id: string; standing: ModerationState; before: ModerationState | null };

/** What can be done to one comment, with what is said about it. */
export function useModeration() {
  const confirm = useConfirm();
  const undo = useUndo();
  const common = { invalidates: CHANGED_COMMENTS };
  const change = useAdminMutation({
    ...common,
    call: ({ id, standing }: Change) => moderate({ id, ...standing }),
    success: "Comment updated",
    undo: (_, { id, before }) =>
      before ? { label: "Undo", run: () => change.mutate({ id, standing: before, before: null }) } : undefined,
    failure: () => "Failed to update comment",
  });
  const removal = useAdminMutation({
    ...common,
    call: removeComment,
    success: "Comment deleted",
    undo: (_, id: string) => undo([{ kind: "comment", id }]),
    failure: () => "Failed to delete comment",
  });
  const isBusy = change.isPending || removal.isPending;
  const { mutate: changeOne } = change;
  const { mutate: removeOne } = removal;
  return useMemo(
    () => ({
      isBusy,
      /** Sets where a comment stands. */
      stand: ({ id, status, is_spam }: AdminComment, standing: ModerationState) =>
        changeOne({ id, standing, before: { status, is_spam } }),
      /** Asks, then deletes. */
      async remove({ id }: AdminComment) {
        const agreed = await confirm({ title: "Delete comment", text: deleteQuestion(1), action: "Delete", tone: "danger" });
        if (agreed) removeOne(id);
      },
    }),
    [isBusy, confirm, changeOne, removeOne],
  );
}

export type Moderation = ReturnType<typeof useModeration>;
