import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Revision, RevisionPage } from "../../../domain/posts/revisions/revision-model.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { useDates } from "../frame/dates.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { leftOutText } from "./history-texts.ts";
import { CHANGED, restoreRevision } from "./queries.ts";

/** What restoring does to a post, said before it is done. */
const effectOf = (status: RevisionPage["post"]["status"]): string =>
  status === "draft"
    ? "The draft will say this again. What it says now stays in the history."
    : "It is put into the editor as unpublished changes. Readers see nothing of it until you update the post.";

/** Brings a version back, once that is confirmed, and leads to the editor. */
export function useRestore(post: RevisionPage["post"]) {
  const { time } = useDates();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const restoring = useAdminMutation({
    call: restoreRevision,
    failure: (message) => `Failed to restore the version: ${message}`,
    invalidates: CHANGED,
  });
  const restore = async (revision: Revision) => {
    if (restoring.isPending) return;
    const question = {
      title: `Restore the version of ${time(revision.created_at)}?`,
      text: effectOf(post.status),
      action: "Restore",
    };
    if (!(await confirm(question))) return;
    const wanted = { id: post.id, revision: revision.id, version: post.version };
    const result = await restoring.mutateAsync(wanted).catch(() => null);
    if (!result) return;
    toast({ title: "Version restored", description: leftOutText(result.left_out), tone: "success" });
    void navigate(adminRoutes.editPost(post.id));
  };
  return { restore, isBusy: restoring.isPending };
}
