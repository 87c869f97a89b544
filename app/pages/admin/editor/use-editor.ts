import { type RefObject, useCallback, useRef, useState } from "react";
import type { AdminPost } from "../../../domain/posts/editing-model.ts";
import type { PostStatus } from "../../../domain/posts/model.ts";
import type { Planned } from "../../../domain/posts/scheduling/model.ts";
import type { StagedEdit } from "../../../domain/posts/staging/model.ts";
import { ApiError } from "../../../http/api/client.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { NO_DRAFT, type ServerDraft, serverDraftOf } from "./autosave-api.ts";
import { afterSaving, NOTHING, type PostValues, type Stored, sameValues, valuesOf, valuesOfWriting } from "./post-values.ts";
import { type Problem, problemsOf, refusalOf } from "./problems.ts";
import { createPost, readWithStaged, updatePost } from "./queries.ts";

/** Values that are drawn, and at once readable by what runs between two drawings. */
function useValues(initial: PostValues) {
  const [values, setValues] = useState(initial);
  const now = useRef(values);
  const change = useCallback((patch: Partial<PostValues>) => {
    now.current = { ...now.current, ...patch };
    setValues(now.current);
  }, []);
  return { values, now, change };
}

/** State that is drawn, and at once readable by what runs between two drawings. */
function useLatestState<T>(initial: () => T): [value: T, now: RefObject<T>, set: (value: T) => void] {
  const [value, setValue] = useState(initial);
  const now = useRef(value);
  const set = useCallback((next: T) => {
    now.current = next;
    setValue(next);
  }, []);
  return [value, now, set];
}

const INVALID = "Validation Error: Please fix the errors below before saving.";
const NOT_SAVED = {
  create: "The server could not be reached. Nothing is lost.",
  update: "Failed to update post. Please try again.",
};

const storedOf = (post: AdminPost | null, edit: StagedEdit | null): Stored => ({
  id: post?.id ?? null,
  version: edit?.base_version ?? post?.version ?? 0,
  values: edit ? valuesOfWriting(edit.base) : post ? valuesOf(post) : NOTHING,
});

/**
 * A post while it is written: what is typed, what is stored, what is kept beside it, and how the one becomes the other. Nothing that
 * was typed is given up, whatever a save comes to; what is typed while a save is under way stays and is unsaved.
 * @param post what is edited, null for a new one; `edit`: changes of it that wait to be saved
 * @param onSaved is told whenever something was saved
 */
export function useEditor(post: AdminPost | null, edit: StagedEdit | null, onSaved: () => void) {
  const begin = edit ? valuesOfWriting(edit.writing) : post ? valuesOf(post) : NOTHING;
  const { values, now, change } = useValues(begin);
  const [stored, storedNow, setStored] = useLatestState<Stored>(() => storedOf(post, edit));
  const [kept, keptNow, setKept] = useLatestState<ServerDraft>(() => serverDraftOf(edit));
  const [problems, setProblems] = useState<Problem[]>([]);
  const [failures, setFailures] = useState(0);
  const [newer, setNewer] = useState<Newer | null>(null);
  const [created, setCreated] = useState<string | null>(null);
  const [live, setLive] = useState<string | null>(null);
  const [planned, setPlanned] = useState<Planned | null>(post?.planned ?? null);
  const [busy, setBusy] = useState<PostStatus | "update" | null>(null);
  const isSaving = useRef(false);
  /** a keeping that goes on by itself; it never fails */
  const underway = useRef<Promise<void>>(Promise.resolve());
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
      setKept(NO_DRAFT());
      // What a save makes of a plan is the server's to say.
      setPlanned(saved.planned);
      setProblems([]);
    },
    [change, now, setStored, setKept],
  );

  /** Saves what is typed; `status` when a button decides it. `base`: on top of what, when that isn't what was opened. @returns whether it is saved */
  const save = async ({ status, keepDate = false, base: given }: SaveOptions = {}): Promise<boolean> => {
    if (isSaving.current) return false;
    flush.current();
    const withStatus = () => (status ? { ...now.current, status } : now.current);
    const found = problemsOf(withStatus(), storedNow.current.id === null);
    if (found.length > 0) {
      toast({ title: INVALID, tone: "error" });
      refuse(found);
      return false;
    }
    isSaving.current = true;
    setBusy(status ?? "update");
    await underway.current;
    const base = given ?? storedNow.current;
    const [sent, input] = [now.current, withStatus()];
    try {
      const { id, version } = keptNow.current;
      const from = { version: base.version, edit_version: version, keepDate };
      const saved = base.id === null ? await createPost(input, id) : await updatePost(base.id, input, from);
      settle(saved, sent);
      setLive(saved.status === "published" ? saved.slug : null);
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
    if (id !== null && error instanceof ApiError && error.code.startsWith("stale_")) {
      const theirs = await readNewer(id).catch(() => null);
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
    now,
    set,
    stored,
    storedNow,
    setStored,
    /** what is kept of it beside what is stored */
    kept,
    keptNow,
    setKept,
    isSaving,
    underway,
    problems,
    /** the id that a new post has just been given, until the screen has moved to its address */
    created,
    hasMoved: useCallback(() => setCreated(null), []),
    /** the slug of what was published or updated for readers here, null where nothing was */
    live,
    /** grows with every refusal, so that the screen can lead to what is to be mended */
    failures,
    /** what somebody else has saved meanwhile */
    newer,
    setNewer,
    /** what happens to it by itself */
    planned,
    setPlanned,
    busy,
    /** something is typed that is nowhere but here */
    isDirty: !sameValues(values, kept.values ?? stored.values),
    /** takes what hands over writing that is still on its way to `values` */
    onReady: useCallback((hand: () => void) => {
      flush.current = hand;
    }, []),
    flush: useCallback(() => flush.current(), []),
    save,
  };
}

/** What somebody else has saved meanwhile, or keeps beside the post; `edit_version` of the latter, 0 for none. */
export type Newer = { post: AdminPost; values: PostValues; at: string; base: Stored; edit_version: number };

async function readNewer(id: string): Promise<Newer> {
  const { post, edit } = await readWithStaged(id);
  const base = storedOf(post, edit);
  if (!edit) return { post, values: base.values, at: post.updated_at, base, edit_version: 0 };
  return { post, values: valuesOfWriting(edit.writing), at: edit.updated_at, base, edit_version: edit.version };
}

type SaveOptions = { status?: PostStatus; keepDate?: boolean; base?: Stored };

export type Editing = ReturnType<typeof useEditor>;
