import { useState } from "react";
import { useDraftCopy } from "../frame/use-draft-copy.ts";
import { useLeaveWarning } from "../frame/use-leave-warning.ts";
import { type PostValues, sameValues } from "./post-values.ts";
import type { Editing } from "./use-editing.ts";

/** What is kept in the browser: what was typed, and from which version on. */
type Copy = { values: PostValues; base: PostValues; version: number };

/**
 * Keeps a copy of what is typed, warns before it is left behind, and offers what an earlier visit left.
 * @returns `offer` when there is something to restore; `restore` hands it back into the form
 */
export function useUnsaved({ stored, values, isDirty, created, set, setStored }: Editing, onRestored: () => void) {
  const { found, discard } = useDraftCopy<Copy>(
    stored.id === null ? "post.new" : `post.${stored.id}`,
    { values, base: stored.values, version: stored.version },
    { isDirty },
  );
  const [answered, setAnswered] = useState<number | null>(null);
  // A new post that has been saved moves to its own address: nobody leaves.
  useLeaveWarning(isDirty && created === null);
  const isOffered = found !== null && found.savedAt !== answered && !sameValues(found.value.values, stored.values);
  return {
    offer: isOffered ? found : null,
    restore: () => {
      if (!found) return;
      setAnswered(found.savedAt);
      // Saved over what it was written from: had somebody else been faster, the server says so, and the author chooses.
      if (found.value.version > 0 && found.value.version < stored.version) {
        setStored({ ...stored, version: found.value.version, values: found.value.base });
      }
      set(found.value.values);
      onRestored();
    },
    discard: () => {
      if (found) setAnswered(found.savedAt);
      if (!isDirty) discard();
    },
  };
}
