import type { AdminPostRow, BulkAction } from "../../../domain/posts/editing-model.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { doneText, questionOf } from "./post-words.ts";
import { CHANGED_POSTS, changePosts, deletePost } from "./queries.ts";

type Change = { ids: string[]; action: BulkAction };

/** @param verb how a failure calls what was tried */
const useChangeMany = (verb: "update" | "delete") =>
  useAdminMutation<{ changed: number; unchanged: number }, Change>({
    call: changePosts,
    success: (result, { action }) => doneText(action, result),
    failure: (message) => `Failed to ${verb} post: ${message}`,
    invalidates: CHANGED_POSTS,
  });

/** What is done to posts from the list; each is asked about first. */
export function usePostActions() {
  const confirm = useConfirm();
  const one = useAdminMutation({
    call: deletePost,
    success: "Post deleted",
    failure: (message) => `Failed to delete post: ${message}`,
    invalidates: CHANGED_POSTS,
  });
  const many = useChangeMany("update");
  const manyGone = useChangeMany("delete");

  const remove = async ({ id }: AdminPostRow) => {
    if (await confirm(questionOf("delete", 1))) one.mutate(id);
  };
  const change = async (ids: string[], action: BulkAction, then: () => void) => {
    if (!(await confirm(questionOf(action, ids.length)))) return;
    (action === "delete" ? manyGone : many).mutate({ ids, action }, { onSuccess: then });
  };
  return { remove, change, isBusy: one.isPending || many.isPending || manyGone.isPending };
}
