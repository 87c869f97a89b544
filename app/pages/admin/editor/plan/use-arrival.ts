import { useEffect } from "react";
import { toast } from "../../../../ui/toast/toast.ts";
import { NO_DRAFT } from "../autosave-api.ts";
import { valuesOf } from "../post-values.ts";
import { readPost } from "../queries.ts";
import type { Editing } from "../use-editor.ts";
import { useInvalidation } from "../use-invalidation.ts";

/** How long after its time a plan is looked after first, how often then, and for how long, in ms. */
const FIRST = 5000;
const EVERY = 5000;
const AT_MOST = 90_000;
/** No timer of a browser is set further ahead, in ms. */
const FARTHEST = 2 ** 31 - 1;

/**
 * Follows a plan whose time comes while the post is open: once it was carried out the form holds the post as it stands then. What
 * is unsaved by that time stays as it is; saving it leads to the usual choice between the two.
 */
export function useArrival(editing: Editing, onRenewed: () => void): void {
  const { planned, stored, isDirty, set, setStored, setKept, setPlanned } = editing;
  const changed = useInvalidation();
  const { id } = stored;
  const at = planned && !planned.failure ? Date.parse(planned.at) : null;
  useEffect(() => {
    if (id === null || at === null || isDirty) return;
    let isOver = false;
    const look = async () => {
      const post = await readPost(id).catch(() => null);
      if (isOver) return;
      if (!post || (post.planned && !post.planned.failure)) {
        if (Date.now() < at + AT_MOST) timer = setTimeout(look, EVERY);
        return;
      }
      setPlanned(post.planned);
      if (post.planned || post.staged_at !== null) return;
      setKept(NO_DRAFT());
      setStored({ id, version: post.version, values: valuesOf(post) });
      set(valuesOf(post));
      onRenewed();
      changed();
      toast({ title: "Published as planned", tone: "success" });
    };
    const wait = Math.max(0, at - Date.now()) + FIRST;
    let timer = wait < FARTHEST ? setTimeout(look, wait) : undefined;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, at, isDirty, set, setStored, setKept, setPlanned, onRenewed, changed]);
}
