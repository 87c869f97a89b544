import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useLeaveWarning } from "../../frame/unsaved-changes.tsx";
import { useDraftCopy } from "../../frame/use-draft-copy.ts";
import type { PostValues } from "../form-input.ts";
import { sameValues } from "../post-values.ts";
import { createSession, type Opened, type Session } from "./create-session.ts";
import { type BrowserCopy, isDirty, type SessionState } from "./reduce-session.ts";

/** Prefixes of the query keys to invalidate after a save: everything that shows or counts posts. */
const SHOWN = [
  ["admin", "posts"],
  ["admin", "dashboard"],
  ["admin", "categories"],
  ["admin", "tags"],
  ["admin", "media"],
  ["admin", "audit"],
  ["posts"],
  ["categories"],
  ["tags"],
];

/** The session of the post on the screen, from its opening until the screen is left. */
export function useSession(opened: Opened): { session: Session; state: SessionState } {
  const queryClient = useQueryClient();
  const [session] = useState(() =>
    createSession(opened, () => {
      for (const queryKey of SHOWN) void queryClient.invalidateQueries({ queryKey });
    }),
  );
  const state = useSyncExternalStore(session.subscribe, session.get, session.get);
  useEffect(() => session.start(), [session]);
  return { session, state };
}

/**
 * Stores a local copy of the form, warns before unsaved changes are left, and offers the copy of an earlier visit.
 * @returns `offer`: a copy that can be restored, or null; `restore` puts it into the form; `keepTyped` stores a copy at once, with
 *   content that hasn't reached the form yet
 */
export function useBrowserCopy(session: Session, state: SessionState) {
  const { values, stored, draft, created } = state;
  const dirty = isDirty(state);
  const copy = useMemo<BrowserCopy>(
    () => ({ values, base: stored.values, version: stored.version, edit: { id: draft.id, version: draft.version } }),
    [values, stored, draft],
  );
  const newKey = draft.version > 0 ? `unfinished.${draft.id}` : `${stored.values.kind}.new`;
  const key = stored.id === null ? newKey : `post.${stored.id}`;
  const { found, discard, keep } = useDraftCopy<BrowserCopy>(key, copy, { isDirty: dirty });
  const [answered, setAnswered] = useState<number | null>(null);
  // A new post moves to its own address after the first save, which needs no warning.
  useLeaveWarning(dirty && created === null);
  const isOffered = found !== null && found.savedAt !== answered && !sameValues(found.value.values, values);
  return {
    offer: isOffered ? found : null,
    restore: () => {
      if (!found) return;
      setAnswered(found.savedAt);
      void session.restore(found.value);
    },
    discard: () => {
      if (found) setAnswered(found.savedAt);
      if (!dirty) discard();
    },
    keepTyped: useCallback(
      (typed: Partial<PostValues>) => {
        const now = session.get();
        keep({
          values: { ...now.values, ...typed },
          base: now.stored.values,
          version: now.stored.version,
          edit: { id: now.draft.id, version: now.draft.version },
        });
      },
      [keep, session],
    ),
  };
}
