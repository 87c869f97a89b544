import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { NO_DRAFT } from "./autosave-api.ts";
import { valuesOf } from "./post-values.ts";
import { discardChanges, readPost } from "./queries.ts";
import type { Editing } from "./use-editor.ts";

/** @returns asks, throws away what is kept beside the post, and shows the post as it was saved */
export function useDiscard({ stored, keptNow, underway, set, setStored, setKept, setPlanned }: Editing, onDiscarded: () => void) {
  const confirm = useConfirm();
  return async () => {
    const { id } = stored;
    if (id === null) return;
    const agreed = await confirm({
      title: "Discard these changes?",
      text: "The post stays as it was saved. What was changed since is gone for good.",
      action: "Discard changes",
      tone: "danger",
    });
    if (!agreed) return;
    try {
      await underway.current;
      await discardChanges(id, keptNow.current.version);
      const post = await readPost(id);
      setKept(NO_DRAFT());
      setPlanned(post.planned);
      setStored({ id, version: post.version, values: valuesOf(post) });
      set(valuesOf(post));
      onDiscarded();
      toast({ title: "Changes discarded", tone: "success" });
    } catch (error) {
      toast({ title: `Failed to discard the changes: ${messageOf(error, "The server could not be reached.")}`, tone: "error" });
    }
  };
}
