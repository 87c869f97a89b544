import { useCallback, useMemo, useState } from "react";
import { useDraftCopy } from "../frame/use-draft-copy.ts";
import { useLeaveWarning } from "../frame/use-leave-warning.ts";
import { NO_DRAFT } from "./autosave-api.ts";
import { type PostValues, sameValues } from "./post-values.ts";
import { readUnfinished } from "./queries.ts";
import type { Editing } from "./use-editor.ts";

/** What is kept in the browser: what was typed, from which version on, and what of it the server kept by then. */
type Copy = { values: PostValues; base: PostValues; version: number; edit?: { id: string; version: number } };

/**
 * Keeps a copy of what is typed, warns before it is left behind, and offers what an earlier visit left.
 * @returns `offer` when there is something to restore; `restore` hands it back into the form; `keepTyped` takes a copy at once, with
 *   content that is on its way to the form
 */
export function useUnsaved(editing: Editing, onRestored: () => void) {
  const { stored, kept, values, now, isDirty, created, set, storedNow, keptNow, setStored, setKept } = editing;
  const copy = useMemo<Copy>(
    () => ({ values, base: stored.values, version: stored.version, edit: { id: kept.id, version: kept.version } }),
    [values, stored, kept],
  );
  const { found, discard, keep } = useDraftCopy<Copy>(stored.id === null ? "post.new" : `post.${stored.id}`, copy, { isDirty });
  const [answered, setAnswered] = useState<number | null>(null);
  // A new post that has been saved moves to its own address: nobody leaves.
  useLeaveWarning(isDirty && created === null);
  const isOffered = found !== null && found.savedAt !== answered && !sameValues(found.value.values, values);

  /** Kept over what it was typed upon: had somebody else been faster, the server says so, and the author chooses. */
  const takeUp = async ({ version, base, edit }: Copy) => {
    if (stored.id === null) {
      const known = edit && edit.version > 0 && (await readUnfinished(edit.id).catch(() => null));
      setKept(known ? { ...NO_DRAFT(), id: known.id, version: known.version } : NO_DRAFT());
      return;
    }
    if (version > 0 && version < stored.version) setStored({ ...stored, version, values: base });
    if (edit && edit.version > 0 && edit.version < kept.version) setKept({ ...kept, version: edit.version });
  };
  return {
    offer: isOffered ? found : null,
    restore: async () => {
      if (!found) return;
      setAnswered(found.savedAt);
      await takeUp(found.value);
      set(found.value.values);
      onRestored();
    },
    discard: () => {
      if (found) setAnswered(found.savedAt);
      if (!isDirty) discard();
    },
    keepTyped: useCallback(
      (typed: Partial<PostValues>) => {
        const { id, version } = keptNow.current;
        const { values: base, version: from } = storedNow.current;
        keep({ values: { ...now.current, ...typed }, base, version: from, edit: { id, version } });
      },
      [keep, now, storedNow, keptNow],
    ),
  };
}
