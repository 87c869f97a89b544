import { useCallback } from "react";
import type { AdminPostRow, BulkAction } from "../../../domain/posts/editing-model.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useUndo } from "../trash/use-restore.ts";
import { doneText, questionOf } from "./post-words.ts";
import { CHANGED_POSTS, changePosts, deletePost } from "./queries.ts";

type Change = { ids: string[]; action: BulkAction };

/** @param verb how a failure calls what was tried */
function useChangeMany(verb: "update" | "delete") {
  const undo = useUndo();
  return useAdminMutation<{ changed: number; unchanged: number }, Change>({
    call: changePosts,
    success: (result, { action }) => doneText(action, result),
    undo: ({ changed }, { ids, action }) =>
      action === "delete" && changed > 0 ? undo(ids.map((id) => ({ kind: "post", id }))) : undefined,
    failure: (message) => `Failed to ${verb} post: ${message}`,
    invalidates: CHANGED_POSTS,
  });
}

/** What is done to posts from the list; each is asked about first. */
export function usePostActions() {
  const confirm = useConfirm();
  const undo = useUndo();
  const one = useAdminMutation({
    call: deletePost,
    success: "Post deleted",
    undo: (_, id: string) => undo([{ kind: "post", id }]),
    failure: (message) => `Failed to delete post: ${message}`,
    invalidates: CHANGED_POSTS,
  });
  const many = useChangeMany("update");
  const manyGone = useChangeMany("delete");

  const { mutate: deleteOne } = one;
  const remove = useCallback(
    async ({ id }: AdminPostRow) => {
      if (await confirm(questionOf("delete", 1))) deleteOne(id);
    },
    [confirm, deleteOne],
  );
  const change = async (ids: string[], action: BulkAction, then: () => void) => {
    if (!(await confirm(questionOf(action, ids.length)))) return;
    (action === "delete" ? manyGone : many).mutate({ ids, action }, { onSuccess: then });
  };
  return { remove, change, isBusy: one.isPending || many.isPending || manyGone.isPending };
}
