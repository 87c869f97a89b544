import { useCallback, useRef, useState } from "react";
import type { AdminPost } from "../../../domain/posts/editing-model.ts";
import type { PostStatus } from "../../../domain/posts/model.ts";
import { ApiError } from "../../../http/api/client.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { afterSaving, NOTHING, type PostValues, sameValues, valuesOf } from "./post-values.ts";
import { type Problem, problemsOf, refusalOf } from "./problems.ts";
import { createPost, readPost, updatePost } from "./queries.ts";
import { useValues } from "./use-values.ts";

const INVALID = "Validation Error: Please fix the errors below before saving.";
const NOT_SAVED = {
  create: "The server could not be reached. Nothing is lost.",
  update: "Failed to update post. Please try again.",
};

/** `id` and `version` of what is stored, null and 0 for a new post; `values` is what it holds. */
export type Stored = { id: string | null; version: number; values: PostValues };

/**
 * A post while it is written: what is typed, what is stored, and how the one becomes the other. Nothing that was typed is
 * given up, whatever a save comes to; what is typed while a save is under way stays and is unsaved.
 * @param post what is edited, null for a new one
 * @param onSaved is told whenever something was saved
 */
export function useEditing(post: AdminPost | null, onSaved: () => void) {
  const { values, now, change } = useValues(post ? valuesOf(post) : NOTHING);
  const [stored, setStored] = useState<Stored>(() => ({
    id: post?.id ?? null,
    version: post?.version ?? 0,
    values: post ? valuesOf(post) : NOTHING,
  }));
  const [problems, setProblems] = useState<Problem[]>([]);
  const [failures, setFailures] = useState(0);
  const [newer, setNewer] = useState<AdminPost | null>(null);
  const [created, setCreated] = useState<string | null>(null);
  const [busy, setBusy] = useState<PostStatus | "update" | null>(null);
  const isSaving = useRef(false);
  const flush = useRef(() => {});

  const set = useCallback(
    (patch: Partial<PostValues>) => {
      change(patch);
      setProblems((before) => before.filter(({ field }) => field !== "" && !(field in patch)));
    },
    [change],
  );
  const refuse = useCallback((found: Problem[]) => {
    setProblems(found);
    setFailures((count) => count + 1);
  }, []);

  const settle = useCallback(
    (saved: AdminPost, sent: PostValues) => {
      const storedValues = valuesOf(saved);
      change(afterSaving(sent, now.current, storedValues));
      setStored({ id: saved.id, version: saved.version, values: storedValues });
      setProblems([]);
    },
    [change, now],
  );

  /** Saves what is typed; `status` when a button decides it. `base`: on top of what, when that isn't what was opened. @returns whether it is saved */
  const save = async ({ status, keepDate = false, base = stored }: SaveOptions = {}): Promise<boolean> => {
    if (isSaving.current) return false;
    flush.current();
    const sent = now.current;
    const input = status ? { ...sent, status } : sent;
    const found = problemsOf(input, base.id === null);
    if (found.length > 0) {
      toast({ title: INVALID, tone: "error" });
      refuse(found);
      return false;
    }
    isSaving.current = true;
    setBusy(status ?? "update");
    try {
      const saved = base.id === null ? await createPost(input) : await updatePost(base.id, input, base.version, keepDate);
      settle(saved, sent);
      toast({ title: base.id === null ? "Post created" : "Post updated", tone: "success" });
      onSaved();
      if (base.id === null) setCreated(saved.id);
      return true;
    } catch (error) {
      await failed(error, base);
      return false;
    } finally {
      isSaving.current = false;
      setBusy(null);
    }
  };

  const failed = async (error: unknown, { id }: Stored) => {
    const message = messageOf(error, id === null ? NOT_SAVED.create : NOT_SAVED.update);
    if (id !== null && error instanceof ApiError && error.code === "stale_version") {
      const theirs = await readPost(id).catch(() => null);
      if (theirs) return setNewer(theirs);
    }
    const found = error instanceof ApiError ? refusalOf(error, message) : [{ field: "" as const, message }];
    toast({
      title: `Failed to ${id === null ? "create" : "update"} post: ${found[0]?.field ? found[0].message : message}`,
      tone: "error",
    });
    refuse(found);
  };

  return {
    values,
    set,
    stored,
    setStored,
    problems,
    /** the id that a new post has just been given, until the screen has moved to its address */
    created,
    hasMoved: useCallback(() => setCreated(null), []),
    /** grows with every refusal, so that the screen can lead to what is to be mended */
    failures,
    /** what somebody else has saved meanwhile */
    newer,
    setNewer,
    busy,
    isDirty: !sameValues(values, stored.values),
    /** takes what hands over writing that is still on its way to `values` */
    onReady: useCallback((hand: () => void) => {
      flush.current = hand;
    }, []),
    flush: useCallback(() => flush.current(), []),
    save,
  };
}

type SaveOptions = { status?: PostStatus; keepDate?: boolean; base?: Stored };

export type Editing = ReturnType<typeof useEditing>;
